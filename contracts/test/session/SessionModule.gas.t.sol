// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../../src/interfaces/IPrediction.sol";
import {ISessionModule} from "../../src/interfaces/ISessionModule.sol";
import {Sessions} from "./Sessions.sol";

/// @notice Gas that a transaction of each operation of sessions uses, with the code of a Safe 1.4.1
/// forge-config: default.isolate = true
contract SessionModuleGasTest is Sessions {
    function test_gas_grant() public {
        grant(betting());
        requireAtMost("grant a session with three methods", 70_000);
    }

    function test_gas_firstBet() public {
        ISessionModule.Session memory session = betting();
        bytes32 id = grant(session);
        execute(session, bullCall(id, 1, PER_CALL));
        requireAtMost("bet of a session, first bet of a round", 160_000);
    }

    function test_gas_laterBet() public {
        ISessionModule.Session memory session = betting();
        bytes32 id = grant(session);
        execute(session, bullCall(id, 1, PER_CALL));
        betBear(ALICE, 2, 1 ether);
        execute(session, bullCall(id, 2, PER_CALL));
        requireAtMost("bet of a session, later bet", 130_000);
    }

    function test_gas_claim() public {
        ISessionModule.Session memory session = betting();
        bytes32 id = grant(session);
        execute(session, bullCall(id, 1, PER_CALL));
        betBear(ALICE, 1, 1 ether);
        settle(1, PRICE);
        settle(2, PRICE + 1);
        execute(session, callOf(id, 0, abi.encodeCall(IPrediction.claim, (list(1)))));
        requireAtMost("claim of a session, 1 won", 120_000);
    }

    function test_gas_revoke() public {
        bytes32 id = grant(betting());
        vm.prank(safe);
        module.revoke(id);
        requireAtMost("revoke a session", 35_000);
    }

    function requireAtMost(string memory operation, uint256 limit) private {
        assertTrue(vm.snapshotGasLastCall("SessionModule", operation) <= limit, operation);
    }
}
