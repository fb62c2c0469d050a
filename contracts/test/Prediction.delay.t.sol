// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {Game} from "./Game.sol";

/// @notice The gap between a lock, where betting closes, and the time of its strike
contract PredictionDelayTest is Game {
    uint256 private constant GAP = 10;

    function settings() internal view override returns (IPrediction.Settings memory delayed) {
        delayed = super.settings();
        delayed.strikeDelay = GAP;
    }

    function test_strikeTimestamp_isTheDelayAfterTheLock() public view {
        assertEq(prediction.strikeDelay(), GAP);
        assertEq(prediction.lockTimestamp(3), lockOf(3));
        assertEq(prediction.strikeTimestamp(3), lockOf(3) + GAP);
    }

    function test_bet_endsAtTheLockDespiteTheDelay() public {
        vm.warp(lockOf(1) - 1);
        betBull(ALICE, 1, MIN_BET);
        vm.warp(lockOf(1));
        vm.deal(address(this), MIN_BET);
        vm.expectRevert(abi.encodeWithSelector(IPrediction.EpochNotOpen.selector, 1, 2));
        prediction.betBear{value: MIN_BET}(1);
    }

    function test_settle_refusesAnAnswerOfTheLastSecondOfTheGap() public {
        uint80 id = answerAt(lockOf(1) + GAP - 1, PRICE);
        vm.warp(lockOf(1) + GAP);
        bytes4 tooEarly = IPrediction.OracleRoundTooEarly.selector;
        vm.expectRevert(abi.encodeWithSelector(tooEarly, id, lockOf(1) + GAP - 1, lockOf(1) + GAP));
        prediction.settle(1, id);
    }

    function test_settle_takesTheFirstAnswerAfterTheGap() public {
        answerAt(lockOf(1), PRICE - 1);
        answerAt(lockOf(1) + GAP - 1, PRICE - 1);
        uint80 first = answerAt(lockOf(1) + GAP, PRICE);
        uint80 second = answerAt(lockOf(1) + GAP, PRICE + 1);
        bytes4 notFirst = IPrediction.OracleRoundNotFirst.selector;
        vm.expectRevert(abi.encodeWithSelector(notFirst, second, lockOf(1) + GAP, lockOf(1) + GAP));
        prediction.settle(1, second);
        prediction.settle(1, first);
        assertEq(prediction.getRoundInfo(1).lockPrice, PRICE);
    }

    function test_settle_isNotDueInTheGap() public {
        vm.warp(lockOf(1) + GAP - 1);
        feed.setRound(PHASE | 3, PRICE, lockOf(1) + GAP);
        expectNotDue();
        prediction.settle(1, PHASE | 3);
        vm.warp(lockOf(1) + GAP);
        prediction.settle(1, PHASE | 3);
    }

    function test_executeRound_revertsInTheGap() public {
        answerAt(lockOf(1) + GAP - 1, PRICE);
        expectNotDue();
        prediction.executeRound();
        uint80 id = answerAt(lockOf(1) + GAP, PRICE);
        answerAt(lockOf(1) + GAP + 20, PRICE + 1);
        prediction.executeRound();
        assertEq(prediction.getRoundInfo(1).lockOracleId, id);
    }

    function test_executeRound_doesNotSettleThePreviousStrikeInTheGap() public {
        answer(1, PRICE);
        vm.warp(lockOf(2) + GAP - 1);
        vm.expectRevert(abi.encodeWithSelector(IPrediction.StrikeNotDue.selector, 2, lockOf(2) + GAP));
        prediction.executeRound();
    }

    function test_maxOracleDelay_countsFromTheStrikeTime() public {
        prediction.settle(1, answerAt(lockOf(1) + GAP + DELAY, PRICE));
        assertEq(prediction.getRoundInfo(1).lockPrice, PRICE);
        uint80 id = answerAt(lockOf(2) + GAP + DELAY + 1, PRICE);
        vm.expectEmit(address(prediction));
        emit IPrediction.StrikeVoided(2, id);
        prediction.settle(2, id);
    }

    function test_settlementWindow_countsFromTheStrikeTime() public {
        uint80 id = answer(1, PRICE);
        uint256 deadline = lockOf(1) + GAP + WINDOW;
        vm.warp(deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(IPrediction.SettlementWindowClosed.selector, 1, deadline));
        prediction.settle(1, id);
        vm.warp(deadline);
        prediction.settle(1, id);
    }

    function test_refund_ofAnExpiredStrikeIsOpenAfterTheDelayedWindow() public {
        betBoth(1, 1 ether, 2 ether);
        vm.warp(lockOf(1) + GAP + WINDOW);
        assertTrue(!prediction.refundable(1, ALICE), "can still be settled");
        expectClaimRevert(ALICE, 1, abi.encodeWithSelector(IPrediction.RoundUndecided.selector, 1));
        vm.warp(lockOf(1) + GAP + WINDOW + 1);
        assertEq(claim(ALICE, 1), 1 ether);
        assertEq(claim(BOB, 1), 2 ether);
    }

    function test_refund_oneSided_doesNotWaitForTheStrike() public {
        betBull(ALICE, 1, 1 ether);
        vm.warp(lockOf(1));
        assertEq(claim(ALICE, 1), 1 ether);
    }

    function test_play_withTheDelay() public {
        play(1, 1 ether, 3 ether, PRICE, PRICE + 1);
        assertEq(claim(ALICE, 1), 3.88 ether);
    }

    function test_solvency_countsALockedRoundInTheGap() public {
        betBoth(1, 1 ether, 3 ether);
        vm.warp(lockOf(1) + GAP - 1);
        (, uint256 committed) = prediction.solvency();
        assertEq(committed, 4 ether);
    }

    /// @dev Whenever the oracle answers around a lock, exactly the first answer from the strike's time on settles it
    function testFuzz_settle_takesExactlyTheFirstAnswerSinceTheStrikeTime(uint256 seed) public {
        uint256 timestamp = lockOf(1) - 20;
        uint80 expected;
        for (uint256 i = 0; i < 8; ++i) {
            timestamp += uint256(keccak256(abi.encode(seed, i))) % 12;
            uint80 id = answerAt(timestamp, PRICE);
            if (expected == 0 && timestamp >= lockOf(1) + GAP) expected = id;
        }
        moveTo(lockOf(1) + GAP);
        for (uint80 id = latestId(); id > PHASE + 2; --id) {
            (bool isOk,) = address(prediction).call(abi.encodeCall(prediction.settle, (1, id)));
            assertTrue(isOk == (id == expected), "only the first answer settles");
        }
    }

    function expectNotDue() private {
        vm.expectRevert(abi.encodeWithSelector(IPrediction.StrikeNotDue.selector, 1, lockOf(1) + GAP));
    }
}
