// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../../src/interfaces/IPrediction.sol";
import {ISessionModule} from "../../src/interfaces/ISessionModule.sol";
import {NoReceiver, Reenterer} from "../Stubs.sol";
import {Sessions} from "./Sessions.sol";
import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";

/// @notice Calls that a session's key can make
contract SessionModuleExecuteTest is Sessions {
    ISessionModule.Session private session;
    bytes32 private id;

    function setUp() public override {
        super.setUp();
        session = betting();
        id = grant(session);
    }

    function test_execute_betsWithTheCoinsOfTheSafe() public {
        vm.expectEmit(address(module));
        emit ISessionModule.SessionCalled(safe, id, 0);
        vm.prank(ALICE);
        execute(session, bullCall(id, 1, PER_CALL));
        assertEq(safe.balance, 10 ether - PER_CALL);
        (, uint256 amount,) = prediction.ledger(1, safe);
        assertEq(amount, PER_CALL);
        ISessionModule.State memory state = module.stateOf(safe, id);
        assertEq(state.spent, PER_CALL);
        assertEq(state.nonce, 1);
        assertEq(state.periodCalls, 1);
        assertEq(state.periodStart, block.timestamp);
    }

    function test_execute_returnsWhatTheCallReturned() public {
        session.methods[0] = methodOf(address(prediction), prediction.currentEpoch.selector);
        id = grant(session);
        bytes memory result = execute(session, callOf(id, 0, abi.encodeCall(IPrediction.currentEpoch, ())));
        assertEq(abi.decode(result, (uint256)), 1);
    }

    function test_execute_worksWithoutThePrecompile() public {
        vm.setEvmVersion("cancun");
        execute(session, bullCall(id, 1, PER_CALL));
        ISessionModule.Call memory second = bullCall(id, 1, PER_CALL);
        bytes32[2] memory foreign = signatureOf(KEY + 1, id, second);
        vm.expectRevert(ISessionModule.InvalidSignature.selector);
        module.execute(safe, session, second, foreign);
    }

    function test_execute_revertsWithTheErrorOfTheCallAndCountsNothing() public {
        expectRefusal(
            session, bullCall(id, 2, PER_CALL), abi.encodeWithSelector(IPrediction.EpochNotOpen.selector, 2, 1)
        );
        ISessionModule.State memory state = module.stateOf(safe, id);
        assertEq(uint256(state.spent) + state.nonce + state.periodCalls, 0);
    }

    function testFuzz_execute_refusesOtherContracts(address target) public {
        if (target == address(prediction)) return;
        ISessionModule.Call memory sessionCall = bullCall(id, 1, 0);
        sessionCall.to = target;
        expectNotAllowed(sessionCall, methodOf(target, prediction.betBull.selector));
    }

    function test_execute_refusesTheSafeAndTheModule() public {
        ISessionModule.Call memory toModule = callOf(id, 0, abi.encodeCall(ISessionModule.grant, (session)));
        toModule.to = address(module);
        expectNotAllowed(toModule, methodOf(address(module), ISessionModule.grant.selector));
        ISessionModule.Call memory toSafe = callOf(id, 0, abi.encodeWithSignature("enableModule(address)", ALICE));
        toSafe.to = safe;
        expectNotAllowed(toSafe, methodOf(safe, bytes4(keccak256("enableModule(address)"))));
    }

    function testFuzz_execute_refusesOtherSelectors(bytes4 selector, bytes calldata rest) public {
        bytes32 method = methodOf(address(prediction), selector);
        if (method == session.methods[0] || method == session.methods[1] || method == session.methods[2]) return;
        expectNotAllowed(callOf(id, 0, abi.encodePacked(selector, rest)), method);
    }

    function test_execute_refusesPlainTransfers() public {
        bytes32 plain = methodOf(address(prediction), bytes4(0));
        expectNotAllowed(callOf(id, 1, ""), plain);
        expectNotAllowed(callOf(id, 1, hex"57fb09"), plain);
        // Even if the selector of padded data is allowed.
        session.methods[0] = plain;
        id = grant(session);
        expectNotAllowed(callOf(id, 1, ""), plain);
    }

    function test_execute_refusesMoreThanTheValuePerCall() public {
        ISessionModule.Call memory sessionCall = bullCall(id, 1, uint256(PER_CALL) + 1);
        expectRefusal(
            session, sessionCall, abi.encodeWithSelector(ISessionModule.ValuePerCallExceeded.selector, PER_CALL)
        );
        sessionCall.value = uint256(PER_CALL) + (1 << 112);
        expectRefusal(
            session, sessionCall, abi.encodeWithSelector(ISessionModule.ValuePerCallExceeded.selector, PER_CALL)
        );
    }

    function test_execute_refusesMoreThanTheTotal() public {
        for (uint256 epoch = 1; epoch <= 3; epoch++) {
            betInRound(epoch, PER_CALL);
        }
        betInRound(4, PER_CALL - 1 gwei);
        moveTo(lockOf(4));
        expectRefusal(
            session,
            bullCall(id, 5, MIN_BET),
            abi.encodeWithSelector(ISessionModule.TotalValueExceeded.selector, 1 gwei)
        );
        // Claims send nothing, so they still work. The round had one side.
        execute(session, callOf(id, 0, abi.encodeCall(IPrediction.claim, (list(1)))));
        assertEq(module.stateOf(safe, id).spent, TOTAL - 1 gwei);
    }

    function test_execute_refusesMoreCallsThanThePeriodAllows() public {
        session.callsPerPeriod = 2;
        session.period = 700;
        id = grant(session);
        betInRound(1, MIN_BET);
        uint256 end = block.timestamp + 700;
        betInRound(2, MIN_BET);
        vm.warp(end - 1);
        expectRefusal(
            session, bullCall(id, 3, MIN_BET), abi.encodeWithSelector(ISessionModule.TooManyCalls.selector, end)
        );
        vm.warp(end);
        execute(session, bullCall(id, 3, MIN_BET));
        assertEq(module.stateOf(safe, id).periodCalls, 1);
        assertEq(module.stateOf(safe, id).periodStart, end);
        assertEq(module.stateOf(safe, id).nonce, 3);
    }

    function test_execute_refusesExpiredSessions() public {
        ISessionModule.Call memory claim = callOf(id, 0, abi.encodeCall(IPrediction.claim, (list(1))));
        claim.deadline = type(uint256).max;
        vm.warp(session.expiresAt);
        expectRefusal(session, claim, abi.encodeWithSelector(ISessionModule.Expired.selector, session.expiresAt));
        vm.warp(session.expiresAt - 1);
        betInCurrentRound();
    }

    function test_execute_refusesLateCalls() public {
        ISessionModule.Call memory sessionCall = bullCall(id, 1, MIN_BET);
        vm.warp(sessionCall.deadline + 1);
        expectRefusal(
            session, sessionCall, abi.encodeWithSelector(ISessionModule.DeadlinePassed.selector, sessionCall.deadline)
        );
        vm.warp(sessionCall.deadline);
        execute(session, sessionCall);
    }

    function test_execute_refusesReplayedCalls() public {
        ISessionModule.Call memory sessionCall = bullCall(id, 1, MIN_BET);
        execute(session, sessionCall);
        expectRefusal(session, sessionCall, abi.encodeWithSelector(ISessionModule.WrongNonce.selector, 1));
        sessionCall.nonce = 2;
        expectRefusal(session, sessionCall, abi.encodeWithSelector(ISessionModule.WrongNonce.selector, 1));
    }

    function test_execute_refusesTheOtherSOfASignature() public {
        ISessionModule.Call memory sessionCall = bullCall(id, 1, MIN_BET);
        bytes32[2] memory signature = signatureOf(KEY, id, sessionCall);
        signature[1] = bytes32(P256.N - uint256(signature[1]));
        expectInvalidSignature(sessionCall, signature);
    }

    function testFuzz_execute_refusesOtherKeys(uint256 seed) public {
        uint256 key = bound(seed, 1, P256.N - 1);
        if (key == KEY) return;
        ISessionModule.Call memory sessionCall = bullCall(id, 1, MIN_BET);
        expectInvalidSignature(sessionCall, signatureOf(key, id, sessionCall));
    }

    function testFuzz_execute_refusesChangedCalls(uint256 field, uint256 change) public {
        ISessionModule.Call memory signed = bullCall(id, 1, MIN_BET);
        bytes32[2] memory signature = signatureOf(KEY, id, signed);
        uint256 which = bound(field, 0, 2);
        if (which == 0) signed.value = bound(change, 0, MIN_BET - 1);
        if (which == 1) {
            signed.data = abi.encodeCall(IPrediction.betBull, (bound(change, 2, type(uint256).max)));
        }
        if (which == 2) signed.deadline = bound(change, signed.deadline + 1, type(uint256).max);
        expectInvalidSignature(signed, signature);
    }

    function test_execute_refusesSignaturesForAnotherAccountChainModuleOrSession() public {
        ISessionModule.Call memory sessionCall = bullCall(id, 1, MIN_BET);
        expectInvalidSignature(sessionCall, signHash(KEY, module.callHash(ALICE, id, sessionCall)));
        bytes32 otherId = bytes32(uint256(id) ^ 1);
        expectInvalidSignature(sessionCall, signHash(KEY, module.callHash(safe, otherId, sessionCall)));
        ISessionModule otherModule = ISessionModule(vm.deployCode("SessionModule.sol:SessionModule", ""));
        expectInvalidSignature(sessionCall, signHash(KEY, otherModule.callHash(safe, id, sessionCall)));
        vm.chainId(97);
        bytes32 elsewhere = module.callHash(safe, id, sessionCall);
        vm.chainId(31_337);
        expectInvalidSignature(sessionCall, signHash(KEY, elsewhere));
    }

    function test_execute_refusesSessionsThatTheAccountDidNotGrant() public {
        ISessionModule.Session memory wider = betting();
        wider.totalValue *= 2;
        bytes32 widerId = module.sessionId(wider);
        expectRefusal(
            wider, bullCall(widerId, 1, MIN_BET), abi.encodeWithSelector(ISessionModule.NotActive.selector, widerId)
        );
        address other = deploySafe(SAFE_OWNER);
        ISessionModule.Call memory sessionCall = bullCall(id, 1, MIN_BET);
        bytes32[2] memory signature = signHash(KEY, module.callHash(other, id, sessionCall));
        vm.expectRevert(abi.encodeWithSelector(ISessionModule.NotActive.selector, id));
        module.execute(other, session, sessionCall, signature);
    }

    function test_execute_countsBeforeItCalls() public {
        Reenterer hostile = new Reenterer();
        session.methods[2] = methodOf(address(hostile), bytes4(keccak256("execute(address,uint256,bytes)")));
        session.callsPerPeriod = 1;
        id = grant(session);
        // The contract runs a second call, which the key signed too, from within the first.
        ISessionModule.Call memory inner = bullCall(id, 1, MIN_BET);
        inner.nonce = 1;
        bytes memory again = abi.encodeCall(ISessionModule.execute, (safe, session, inner, signatureOf(KEY, id, inner)));
        ISessionModule.Call memory outer =
            callOf(id, 0, abi.encodeCall(NoReceiver.execute, (address(module), 0, again)));
        outer.to = address(hostile);
        expectRefusal(
            session, outer, abi.encodeWithSelector(ISessionModule.TooManyCalls.selector, block.timestamp + 1 hours)
        );
    }

    function test_execute_needsAnEnabledModule() public {
        vm.prank(safe);
        (bool isOk,) = safe.call(abi.encodeWithSignature("disableModule(address,address)", address(1), address(module)));
        assertTrue(isOk, "disabled");
        expectRefusal(session, bullCall(id, 1, MIN_BET), abi.encodeWithSignature("Error(string)", "GS104"));
    }

    /// @dev A module does not learn that it was disabled: what is neither revoked nor expired counts again
    function test_execute_worksAgainOnceTheModuleIsEnabledAgain() public {
        ISessionModule.Session memory other = betting();
        other.valuePerCall = 1;
        bytes32 revoked = grant(other);
        callSafe(abi.encodeWithSignature("disableModule(address,address)", address(1), address(module)));
        // Sessions can be revoked while the module is disabled.
        vm.prank(safe);
        module.revoke(revoked);
        callSafe(abi.encodeWithSignature("enableModule(address)", address(module)));
        expectRefusal(
            other, bullCall(revoked, 1, 1), abi.encodeWithSelector(ISessionModule.NotActive.selector, revoked)
        );
        execute(session, bullCall(id, 1, MIN_BET));
        assertEq(module.stateOf(safe, id).spent, MIN_BET);
    }

    function callSafe(bytes memory data) private {
        vm.prank(safe);
        (bool isOk,) = safe.call(data);
        assertTrue(isOk, "called");
    }

    function testFuzz_execute_enforcesTheLimits(uint112 perCall, uint112 total, uint256 value) public {
        (session.valuePerCall, session.totalValue) = (perCall, total);
        id = grant(session);
        uint256 stake = bound(value, 0, 10 ether);
        ISessionModule.Call memory sessionCall = bullCall(id, 1, stake);
        bytes32[2] memory signature = signatureOf(KEY, id, sessionCall);
        try module.execute(safe, session, sessionCall, signature) {
            assertTrue(stake <= perCall && stake <= total, "within the limits");
            assertEq(module.stateOf(safe, id).spent, stake);
        } catch {
            assertTrue(stake > perCall || stake > total || stake < MIN_BET, "beyond the limits");
            assertEq(safe.balance, 10 ether);
        }
    }

    function betInRound(uint256 epoch, uint256 value) private {
        moveTo(lockOf(epoch - 1));
        execute(session, bullCall(id, epoch, value));
    }

    function betInCurrentRound() private {
        execute(session, bullCall(id, prediction.currentEpoch(), MIN_BET));
    }

    function expectNotAllowed(ISessionModule.Call memory sessionCall, bytes32 method) private {
        expectRefusal(session, sessionCall, abi.encodeWithSelector(ISessionModule.MethodNotAllowed.selector, method));
    }

    function expectInvalidSignature(ISessionModule.Call memory sessionCall, bytes32[2] memory signature) private {
        vm.expectRevert(ISessionModule.InvalidSignature.selector);
        module.execute(safe, session, sessionCall, signature);
    }
}
