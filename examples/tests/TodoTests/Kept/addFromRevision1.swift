// swift-format-ignore-file
// Made by adit inspect. Ids, dates and random numbers are drawn by the story, and are not those of the journal; secrets are
// masked.

import Adit
import AditTesting
import Testing

@testable import TodoCore

@Test func addFromRevision1() {
    GIVEN(
        todoApp(),
        json: #"""
            {
                "@schema": 1,
                "items": {
                    "ids": ["00000001-0000-4000-8000-000000000000"],
                    "entities": {
                        "00000001-0000-4000-8000-000000000000": {
                            "id": "00000001-0000-4000-8000-000000000000",
                            "text": "Milk",
                            "completed": false,
                            "created": "2026-11-21T09:30:00Z"
                        }
                    }
                },
                "journal": {"ids":[],"entities":{}},
                "tags": {"ids":[],"entities":{}}
            }
            """#,
        from: Timestamp("2026-01-01T00:00:00Z")
    ) {
        $0.uuid = .incrementing
        $0.random = .seeded(7)
    }
    .WHEN(.todo(.request(.add(item: TodoItem(
        id: UUID("00000002-0000-4000-8000-000000000000")!,
        text: "Bread, \"dark\"\\ \n",
        due: Timestamp("2026-12-01T08:00:00+01:00")!
    )))))
    .THEN(.todo(.response(.wasAdded(TodoItem(
        id: UUID("00000002-0000-4000-8000-000000000000")!,
        text: "Bread, \"dark\"\\ \n",
        completed: false,
        created: Timestamp("2026-01-01T00:00:00Z")!,
        due: Timestamp("2026-12-01T07:00:00Z")!
    )))))
    .THEN(.appReview(.requestReview))
    .WHEN(.tagging(.request(.create(tag: Tag(
        id: UUID("00000009-0000-4000-8000-000000000000")!,
        name: "Shop"
    )))))
    .THEN(.tagging(.response(.wasCreated(Tag(
        id: UUID("00000009-0000-4000-8000-000000000000")!,
        name: "Shop",
        tagged: []
    )))))
    .WHEN(.tagging(.request(.tag(
        item: UUID("00000002-0000-4000-8000-000000000000")!,
        with: UUID("00000009-0000-4000-8000-000000000000")!
    ))))
    .THEN(.tagging(.response(.wasTagged(
        TodoItem(
            id: UUID("00000002-0000-4000-8000-000000000000")!,
            text: "Bread, \"dark\"\\ \n",
            completed: false,
            created: Timestamp("2026-01-01T00:00:00Z")!,
            due: Timestamp("2026-12-01T07:00:00Z")!
        ),
        with: Tag(
            id: UUID("00000009-0000-4000-8000-000000000000")!,
            name: "Shop",
            tagged: [UUID("00000002-0000-4000-8000-000000000000")!]
        )
    ))))
    .WHEN(.todo(.request(.check(id: UUID("00000001-0000-4000-8000-000000000000")!))))
    .THEN(.todo(.response(.wasChecked(TodoItem(
        id: UUID("00000001-0000-4000-8000-000000000000")!,
        text: "Milk",
        completed: true,
        created: Timestamp("2026-11-21T09:30:00Z")!,
        alterDate: Timestamp("2026-01-01T00:00:00Z")!
    )))))
    .THEN(.appReview(.requestReview))
    .WHEN(.todo(.request(.check(id: UUID("00000007-0000-4000-8000-000000000000")!))))
    .THEN(.todo(.response(.wasNotChecked(
        id: UUID("00000007-0000-4000-8000-000000000000")!,
        error: .unknownItem
    ))))
    .WHEN(.todo(.request(.schedule(id: UUID("00000002-0000-4000-8000-000000000000")!, due: nil))))
    .THEN(.todo(.response(.wasScheduled(TodoItem(
        id: UUID("00000002-0000-4000-8000-000000000000")!,
        text: "Bread, \"dark\"\\ \n",
        completed: false,
        created: Timestamp("2026-01-01T00:00:00Z")!,
        alterDate: Timestamp("2026-01-01T00:00:00Z")!
    )))))
    .WHEN(.todo(.request(.import(from: "groceries"))))
    .THEN(HostGateway<ListRequest, FetchedList>("lists"), isAsked: .fetch(list: "groceries"))
    .WHEN(.todo(.request(.cancelImport(from: "groceries"))))
    .THEN(isCancelled: HostGateway<ListRequest, FetchedList>("lists"))
    .THEN(.todo(.response(.importWasCancelled(from: "groceries"))))
    .WHEN(.tagging(.request(.tag(
        item: UUID("00000009-0000-4000-8000-000000000000")!,
        with: UUID("00000009-0000-4000-8000-000000000000")!
    ))))
    .THEN(.tagging(.response(.wasNotTagged(
        item: UUID("00000009-0000-4000-8000-000000000000")!,
        with: UUID("00000009-0000-4000-8000-000000000000")!,
        error: .unknownItem
    ))))
    .WHEN(.todo(.request(.check(id: UUID("00000002-0000-4000-8000-000000000000")!)))) {
        $0.date = .constant(Timestamp("2026-11-22T08:00:00Z")!)
        $0.uuid = .incrementing(from: 5)
        $0.random = .seeded(3)
    }
    .THEN(.todo(.response(.wasChecked(TodoItem(
        id: UUID("00000002-0000-4000-8000-000000000000")!,
        text: "Bread, \"dark\"\\ \n",
        completed: true,
        created: Timestamp("2026-01-01T00:00:00Z")!,
        alterDate: Timestamp("2026-11-22T08:00:00Z")!
    )))))
    .THEN(.appReview(.requestReview))
    .THEN(inFlight: 1)
    .runTests()
}
