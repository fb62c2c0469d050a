// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SessionHandler} from "./SessionHandler.sol";
import {Sessions} from "./Sessions.sol";

/// @notice Invariants after any sequence of calls. {SessionHandler} makes them, and keeps its own account of the limits
contract SessionModuleInvariantTest is Sessions {
    SessionHandler private handler;

    function setUp() public override {
        super.setUp();
        handler = new SessionHandler(module, safe, address(prediction));
    }

    /// @notice Read by forge: the only contract to call
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_theSafePaysWhatSessionsSpent() public view {
        uint256 spent;
        for (uint256 i = 0; i < handler.sessionCount(); i++) {
            uint256 used = module.stateOf(safe, handler.ids(i)).spent;
            assertTrue(used <= handler.sessionAt(i).totalValue, "within the total");
            spent += used;
        }
        assertEq(10 ether - safe.balance, spent);
        assertEq(address(handler.sink()).balance, spent);
        assertEq(address(module).balance, 0);
    }

    function invariant_callsAreCountedOnce() public view {
        uint256 calls;
        for (uint256 i = 0; i < handler.sessionCount(); i++) {
            calls += module.stateOf(safe, handler.ids(i)).nonce;
        }
        assertEq(handler.sink().calls(), calls);
    }
}
