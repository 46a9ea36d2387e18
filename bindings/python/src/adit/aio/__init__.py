"""Cores in an asyncio event loop.

    async with adit.aio.open(library, "todo", gateways={"review": show_review}) as core:
        answer = await core.request({"todo": {"request": {"add": {"item": {"text": "Milk"}}}}})
        async with core.follow("/items") as items:
            print(items.value)
            async for change in items:
                print(items.value)

The loop polls the descriptor of the core, or of a group of cores, and drives them when they have work.
"""

from .core import Core, open
from .follower import Follower
from .gateways import Gateway, current_effect
from .group import Group

__all__ = ["Core", "Follower", "Gateway", "Group", "current_effect", "open"]
