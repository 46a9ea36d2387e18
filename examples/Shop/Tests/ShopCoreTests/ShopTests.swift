import Adit
import AditTesting
@testable import Basket
@testable import Catalog
@testable import Orders
import ShopCore
import Testing

/// The whole shop: five packages that do not know each other.
@Suite struct ShopTests {
    private let id = UUID("00000000-0000-4000-8000-000000000001")!

    @Test func R20_whatIsInTheBasketIsOrderedAndTakenFromTheStock() {
        let product = Product(id: id, name: "Tea", price: 450, stock: 3)
        let order = Order(
            id: UUID("00000000-0000-0000-0000-000000000007")!, total: 450, placed: Timestamp("2026-11-21T09:30:00Z")!)
        GIVEN(shopApp(), from: Timestamp("2026-11-21T09:30:00Z")) { $0.uuid = .incrementing(from: 7) }
            .WHEN(.catalog(.products(.request(.add(product: product)))))
            .THEN(.catalog(.products(.response(.wasAdded(product)))))
            .WHEN(.basket(.lines(.request(.put(id: id, price: 450)))))
            .THEN(.basket(.lines(.response(.wasPut(Line(id: id, price: 450))))))
            .WHEN(.basket(.emptying(.request(.empty))))
            .THEN(
                .basket(.emptying(.response(.wasEmptied(lines: [Line(id: id, price: 450)], total: 450)))),
                .catalog(.stock(.request(.take(id: id, count: 1)))),
                .orders(.placing(.request(.place(total: 450)))),
                .catalog(.stock(.response(.stockWasChanged(id: id, stock: 2)))),
                .orders(.placing(.response(.wasPlaced(order))))
            )
            .THEN(\.catalog.products[id: id]?.stock, is: 2)
            .THEN(\.orders.orders.count, is: 1)
            .runTests()
    }

    @Test func R20_thereAreTwentyFeaturesInFiveParts() {
        let parts = ShopMessage.Case.allCases
        let features = [
            CatalogMessage.Case.allCases.count, BasketMessage.Case.allCases.count, OrdersMessage.Case.allCases.count,
            5 - parts.count,
        ]
        #expect(parts.count == 5)
        #expect(features == [4, 4, 4, 0])
    }
}
