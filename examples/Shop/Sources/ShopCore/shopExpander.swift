import Adit
import Basket
import Catalog
import Orders

/// Makes the receiver by which the parts of the shop work together, without knowing each other: what is in an emptied
/// basket is ordered, and what is ordered is taken from the stock.
func shopExpander(output: @escaping Output<ShopMessage>) -> Input<ShopMessage> {
    return { message in
        guard case .basket(.emptying(.response(.wasEmptied(let lines, let total)))) = message, !lines.isEmpty else {
            return
        }
        for line in lines { output(.catalog(.stock(.request(.take(id: line.id, count: line.count))))) }
        output(.orders(.placing(.request(.place(total: total)))))
    }
}
