// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {DeployedPrediction} from "./DeployedPrediction.sol";
import {Game} from "./Game.sol";
import {RevertingPriceFeed} from "./Stubs.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

contract PredictionSettleTest is Game {
    using SafeCast for uint256;

    error Settled();

    function test_settle_fixesTheStrikeAndEmits() public {
        betBoth(1, 1 ether, 1 ether);
        settle(1, PRICE);
        uint80 id = answer(2, PRICE + 7);
        vm.expectEmit(address(prediction));
        emit IPrediction.LockRound(2, id, PRICE + 7);
        vm.expectEmit(address(prediction));
        emit IPrediction.EndRound(1, id, PRICE + 7);
        vm.expectEmit(address(prediction));
        emit IPrediction.RewardsCalculated(1, 1 ether, 1.94 ether, 0.06 ether);
        vm.prank(CAROL);
        prediction.settle(2, id);
        assertStrike(2, PRICE + 7, id, lockOf(2) + 5, IPrediction.StrikeState.Fixed);
        assertEq(prediction.treasuryAmount(), 0.06 ether);
    }

    function test_settle_endsNoRoundBeforeTheFirst() public {
        uint80 id = answer(1, PRICE);
        vm.recordLogs();
        prediction.settle(1, id);
        assertEq(vm.getRecordedLogs().length, 1);
    }

    function test_settle_acceptsAnAnswerOfTheSecondOfTheLock() public {
        uint80 id = answerAt(lockOf(1), PRICE);
        prediction.settle(1, id);
        assertStrike(1, PRICE, id, lockOf(1), IPrediction.StrikeState.Fixed);
    }

    function test_settle_revertsForEpochZero() public {
        uint80 id = answerAt(GENESIS, PRICE);
        vm.expectRevert(abi.encodeWithSelector(IPrediction.InvalidEpoch.selector, 0));
        prediction.settle(0, id);
    }

    function test_settle_revertsBeforeTheLock() public {
        vm.warp(lockOf(1) - 1);
        feed.setRound(PHASE | 3, PRICE, lockOf(1));
        vm.expectRevert(abi.encodeWithSelector(IPrediction.StrikeNotDue.selector, 1, lockOf(1)));
        prediction.settle(1, PHASE | 3);
        vm.warp(lockOf(1));
        prediction.settle(1, PHASE | 3);
    }

    function test_settle_isOpenToTheLastSecondOfTheWindow() public {
        uint80 id = answer(1, PRICE);
        vm.warp(lockOf(1) + WINDOW + 1);
        bytes4 closed = IPrediction.SettlementWindowClosed.selector;
        vm.expectRevert(abi.encodeWithSelector(closed, 1, lockOf(1) + WINDOW));
        prediction.settle(1, id);
        vm.warp(lockOf(1) + WINDOW);
        prediction.settle(1, id);
        assertStrike(1, PRICE, id, lockOf(1) + 5, IPrediction.StrikeState.Fixed);
    }

    function test_settle_revertsForAFixedStrike() public {
        uint80 id = settle(1, PRICE);
        vm.expectRevert(abi.encodeWithSelector(IPrediction.StrikeAlreadySettled.selector, 1));
        prediction.settle(1, id);
    }

    function test_settle_revertsForAVoidStrike() public {
        uint80 id = answerAt(lockOf(1) + DELAY + 1, PRICE);
        prediction.settle(1, id);
        vm.expectRevert(abi.encodeWithSelector(IPrediction.StrikeAlreadySettled.selector, 1));
        prediction.settle(1, id);
    }

    function test_settle_acceptsTheLatestAnswerThatIsNotTooLate() public {
        prediction.settle(1, answerAt(lockOf(1) + DELAY, PRICE));
        assertStrike(1, PRICE, latestId(), lockOf(1) + DELAY, IPrediction.StrikeState.Fixed);
    }

    function test_settle_voidsAStrikeWhoseFirstAnswerIsTooLate() public {
        uint80 id = answerAt(lockOf(1) + DELAY + 1, PRICE);
        vm.expectEmit(address(prediction));
        emit IPrediction.StrikeVoided(1, id);
        prediction.settle(1, id);
        assertStrike(1, 0, id, lockOf(1) + DELAY + 1, IPrediction.StrikeState.Void);
    }

    function test_settle_revertsForZeroAndNegativeAnswers() public {
        int256[3] memory answers = [int256(0), -1, -5e8];
        for (uint256 i = 0; i < answers.length; ++i) {
            feed.setRound(PHASE | 3, answers[i], lockOf(1));
            vm.warp(lockOf(1));
            expectSettleRevert(
                1, PHASE | 3, abi.encodeWithSelector(IPrediction.InvalidOracleAnswer.selector, PHASE | 3, answers[i])
            );
        }
    }

    function test_settle_acceptsTheSmallestAndLargestAnswer() public {
        prediction.settle(1, answer(1, 1));
        prediction.settle(2, answer(2, type(int128).max));
        assertEq(prediction.getRoundInfo(1).lockPrice, 1);
        assertEq(prediction.getRoundInfo(1).closePrice, type(int128).max);
    }

    function test_settle_revertsForAnAnswerThatDoesNotFit() public {
        int256 huge = int256(type(int128).max) + 1;
        uint80 id = answer(1, huge);
        expectSettleRevert(1, id, abi.encodeWithSelector(IPrediction.InvalidOracleAnswer.selector, id, huge));
    }

    function test_settle_doesNotSkipAnInvalidFirstAnswer() public {
        uint80 first = answer(1, 0);
        uint80 second = answer(1, PRICE);
        expectSettleRevert(1, first, abi.encodeWithSelector(IPrediction.InvalidOracleAnswer.selector, first, 0));
        expectNotFirst(1, second, lockOf(1) + 5);
    }

    function test_settle_revertsForAnAnswerBeforeTheLock() public {
        uint80 id = answerAt(lockOf(1) - 1, PRICE);
        vm.warp(lockOf(1));
        expectTooEarly(1, id, lockOf(1) - 1);
    }

    function test_settle_revertsForARoundThatDoesNotExist() public {
        vm.warp(lockOf(1));
        expectTooEarly(1, latestId() + 1, 0);
        expectTooEarly(1, 7, 0);
        expectTooEarly(1, 9 * PHASE | 4, 0);
    }

    function test_settle_revertsForAnAnswerFromTheFuture() public {
        vm.warp(lockOf(1));
        feed.setRound(PHASE | 3, PRICE, lockOf(1) + 1);
        bytes4 inFuture = IPrediction.OracleRoundInFuture.selector;
        expectSettleRevert(1, PHASE | 3, abi.encodeWithSelector(inFuture, PHASE | 3, lockOf(1) + 1));
    }

    function test_settle_revertsForAnyAnswerButTheFirst() public {
        uint80 first = answer(1, PRICE);
        uint80 second = answer(1, PRICE + 1);
        uint80 third = answerAt(lockOf(1) + 60, PRICE + 2);
        expectNotFirst(1, second, lockOf(1) + 5);
        expectNotFirst(1, third, lockOf(1) + 5);
        prediction.settle(1, first);
    }

    function test_settle_revertsIfThePreviousAnswerIsAtTheLock() public {
        answerAt(lockOf(1), PRICE);
        uint80 second = answerAt(lockOf(1), PRICE + 1);
        expectNotFirst(1, second, lockOf(1));
    }

    function test_settle_allowsOneAnswerToBeTwoStrikes() public {
        uint80 id = answerAt(lockOf(2) + 5, PRICE);
        betBoth(3, 1 ether, 1 ether);
        prediction.settle(2, id);
        prediction.settle(1, id);
        assertStrike(1, 0, id, lockOf(2) + 5, IPrediction.StrikeState.Void);
        assertStrike(2, PRICE, id, lockOf(2) + 5, IPrediction.StrikeState.Fixed);
    }

    function test_settle_revertsForTheFirstRoundOfAPhase() public {
        feed.startPhase();
        uint80 id = answer(1, PRICE);
        expectSettleRevert(1, id, abi.encodeWithSelector(IPrediction.OracleRoundUnproven.selector, id));
    }

    function test_settle_revertsForTheFirstRoundOfAPhaseEvenIfThePreviousOneExists() public {
        uint80 first = 2 * PHASE | 1;
        feed.setRound(first - 1, PRICE, lockOf(1) - 1);
        feed.setRound(first, PRICE, lockOf(1));
        vm.warp(lockOf(1));
        expectSettleRevert(1, first, abi.encodeWithSelector(IPrediction.OracleRoundUnproven.selector, first));
    }

    function test_settle_acceptsTheSecondRoundOfAPhase() public {
        feed.startPhase();
        answerAt(lockOf(1) - 1, PRICE);
        uint80 id = answerAt(lockOf(1), PRICE + 1);
        assertEq(id, 2 * PHASE | 2);
        prediction.settle(1, id);
        assertStrike(1, PRICE + 1, id, lockOf(1), IPrediction.StrikeState.Fixed);
    }

    function test_settle_revertsIfThePreviousRoundIsMissing() public {
        uint80 id = PHASE | 9;
        feed.setRound(id, PRICE, lockOf(1));
        vm.warp(lockOf(1));
        expectSettleRevert(1, id, abi.encodeWithSelector(IPrediction.OracleRoundUnproven.selector, id));
    }

    function test_settle_acceptsAnOldPhaseBeforeTheNextOneStarts() public {
        uint80 id = answerAt(lockOf(1), PRICE);
        feed.startPhase();
        answerAt(lockOf(1) + 1, PRICE + 1);
        prediction.settle(1, id);
        assertStrike(1, PRICE, id, lockOf(1), IPrediction.StrikeState.Fixed);
    }

    function test_settle_refusesAnOldPhaseOnceTheNextOneHasStarted() public {
        feed.startPhase();
        answerAt(lockOf(1), PRICE);
        feed.setRound(PHASE | 3, PRICE, lockOf(1));
        expectSuperseded(1, PHASE | 3, 2 * PHASE | 1);
        feed.setRound(PHASE | 3, PRICE, lockOf(1) + 1);
        vm.warp(lockOf(1) + 1);
        expectSuperseded(1, PHASE | 3, 2 * PHASE | 1);
    }

    function test_settle_refusesAnOldPhaseWhileTheNextOneHasNoRound() public {
        uint80 id = answer(1, PRICE);
        feed.startPhase();
        expectSuperseded(1, id, 2 * PHASE | 1);
        answerAt(lockOf(1) + 6, PRICE);
        prediction.settle(1, id);
    }

    function test_settle_refusesAnOldPhaseIfAnyLaterOneHasNoRound() public {
        uint80 id = answer(1, PRICE);
        feed.startPhase();
        feed.startPhase();
        answerAt(lockOf(1) + 6, PRICE);
        expectSuperseded(1, id, 2 * PHASE | 1);
    }

    function test_settle_refusesAnOldPhaseThatAnyLaterOnePreceded() public {
        uint80 id = answer(1, PRICE);
        feed.setRound(2 * PHASE | 1, PRICE, lockOf(1) + 6);
        feed.setRound(3 * PHASE | 1, PRICE, lockOf(1) + 5);
        vm.warp(lockOf(1) + 6);
        expectSuperseded(1, id, 3 * PHASE | 1);
    }

    function test_settle_passesOnTheErrorOfAnOracleWithoutTheRound() public {
        useRevertingFeed();
        bytes memory noData = abi.encodeWithSignature("Error(string)", "No data present");
        expectSettleRevert(1, PHASE | 4, noData);
        feed.setRound(PHASE | 9, PRICE, lockOf(1));
        expectSettleRevert(1, PHASE | 9, noData);
        feed.setRound(PHASE | 3, PRICE, lockOf(1));
        prediction.settle(1, PHASE | 3);
    }

    function test_settle_survivesAnOracleThatAlwaysReverts() public {
        useRevertingFeed();
        betBoth(2, 1 ether, 1 ether);
        feed.startPhase();
        vm.warp(lockOf(3));
        vm.expectRevert("No data present");
        prediction.settle(2, PHASE | 3);
        vm.expectRevert("No data present");
        prediction.executeRound();
        vm.warp(lockOf(2) + WINDOW + 1);
        assertEq(claim(ALICE, 2), 1 ether);
    }

    function test_fee_isTakenOnceWhenTheCloseComesLast() public {
        betBoth(1, 1 ether, 1 ether);
        settle(1, PRICE);
        assertEq(prediction.treasuryAmount(), 0);
        settle(2, PRICE + 1);
        settle(3, PRICE + 2);
        assertEq(prediction.treasuryAmount(), 0.06 ether);
    }

    function test_fee_isTakenOnceWhenTheLockComesLast() public {
        betBoth(1, 1 ether, 3 ether);
        uint80 id = answer(1, PRICE);
        settle(2, PRICE - 1);
        assertEq(prediction.treasuryAmount(), 0);
        vm.expectEmit(address(prediction));
        emit IPrediction.RewardsCalculated(1, 3 ether, 3.88 ether, 0.12 ether);
        prediction.settle(1, id);
        settle(3, PRICE);
        assertEq(prediction.treasuryAmount(), 0.12 ether);
        assertEq(claim(BOB, 1), 3.88 ether);
    }

    function test_fee_isTakenForBothNeighboursOfTheLastStrike() public {
        betBoth(1, 1 ether, 1 ether);
        uint80 first = answer(1, PRICE);
        betBoth(2, 2 ether, 2 ether);
        uint80 second = answer(2, PRICE + 1);
        uint80 third = answer(3, PRICE);
        prediction.settleMany(list(3, 1), ids(third, first));
        assertEq(prediction.treasuryAmount(), 0);
        prediction.settle(2, second);
        assertEq(prediction.treasuryAmount(), 0.18 ether);
        assertEq(claim(ALICE, 1), 1.94 ether);
        assertEq(claim(BOB, 2), 3.88 ether);
    }

    function test_fee_isNotTakenForRefunds() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE);
        betBull(ALICE, 3, 1 ether);
        settle(3, PRICE + 1);
        settle(4, PRICE + 2);
        assertEq(prediction.treasuryAmount(), 0);
    }

    function test_settleMany_settlesInAnyOrder() public {
        betBoth(1, 1 ether, 1 ether);
        uint80 first = answer(1, PRICE);
        uint80 second = answer(2, PRICE + 1);
        prediction.settleMany(list(2, 1), ids(second, first));
        assertEq(claim(ALICE, 1), 1.94 ether);
    }

    function test_settleMany_skipsWhatIsSettled() public {
        uint80 first = settle(1, PRICE);
        uint80 second = answer(2, PRICE + 1);
        prediction.settleMany(list(1, 2), ids(first, second));
        vm.recordLogs();
        prediction.settleMany(list(1, 2), ids(first, 0));
        assertEq(vm.getRecordedLogs().length, 0);
        assertStrike(2, PRICE + 1, second, lockOf(2) + 5, IPrediction.StrikeState.Fixed);
    }

    function test_settleMany_revertsForAWrongProof() public {
        uint80 first = answer(1, PRICE);
        uint80 second = answer(1, PRICE);
        answer(2, PRICE);
        bytes4 notFirst = IPrediction.OracleRoundNotFirst.selector;
        vm.expectRevert(abi.encodeWithSelector(notFirst, second, lockOf(1) + 5, lockOf(1)));
        prediction.settleMany(list(2, 1), ids(second + 1, second));
        assertStrike(2, 0, 0, 0, IPrediction.StrikeState.Pending);
        prediction.settleMany(list(2, 1), ids(second + 1, first));
    }

    function test_settleMany_revertsForListsOfDifferentLengths() public {
        vm.expectRevert(abi.encodeWithSelector(IPrediction.LengthMismatch.selector, 2, 0));
        prediction.settleMany(list(1, 2), new uint80[](0));
    }

    function test_executeRound_settlesTheNewestDueStrike() public {
        answer(1, PRICE);
        uint80 id = answer(2, PRICE + 1);
        prediction.executeRound();
        assertStrike(2, PRICE + 1, id, lockOf(2) + 5, IPrediction.StrikeState.Fixed);
        assertStrike(1, 0, 0, 0, IPrediction.StrikeState.Pending);
    }

    function test_executeRound_findsTheFirstAnswerAmongNewerOnes() public {
        uint80 id = answer(1, PRICE);
        for (uint256 i = 0; i < 32; ++i) {
            answerAt(block.timestamp + 1, PRICE + 1);
        }
        prediction.executeRound();
        assertStrike(1, PRICE, id, lockOf(1) + 5, IPrediction.StrikeState.Fixed);
    }

    function test_executeRound_findsAnAnswerOfTheSecondOfTheLock() public {
        uint80 id = answerAt(lockOf(1), PRICE);
        answerAt(lockOf(1) + 33, PRICE + 1);
        prediction.executeRound();
        assertStrike(1, PRICE, id, lockOf(1), IPrediction.StrikeState.Fixed);
    }

    function test_executeRound_revertsIfTheFirstAnswerIsFurtherBack() public {
        answer(1, PRICE);
        for (uint256 i = 0; i < 33; ++i) {
            answerAt(block.timestamp + 1, PRICE + 1);
        }
        bytes4 notFirst = IPrediction.OracleRoundNotFirst.selector;
        vm.expectRevert(abi.encodeWithSelector(notFirst, PHASE | 4, lockOf(1) + 5, lockOf(1)));
        prediction.executeRound();
    }

    function test_executeRound_revertsBeforeTheFirstLock() public {
        uint256[3] memory times = [GENESIS - 1, GENESIS, lockOf(1) - 1];
        for (uint256 i = 0; i < times.length; ++i) {
            vm.warp(times[i]);
            vm.expectRevert(abi.encodeWithSelector(IPrediction.StrikeNotDue.selector, 1, lockOf(1)));
            prediction.executeRound();
        }
    }

    function test_executeRound_revertsWhileTheOracleHasNotAnswered() public {
        vm.warp(lockOf(1));
        bytes4 tooEarly = IPrediction.OracleRoundTooEarly.selector;
        vm.expectRevert(abi.encodeWithSelector(tooEarly, latestId(), GENESIS - 10, lockOf(1)));
        prediction.executeRound();
    }

    function test_executeRound_revertsTheSecondTime() public {
        settle(1, PRICE);
        vm.expectRevert(abi.encodeWithSelector(IPrediction.StrikeAlreadySettled.selector, 1));
        prediction.executeRound();
    }

    function test_executeRound_stopsAtTheStartOfAPhase() public {
        feed.startPhase();
        uint80 first = answer(1, PRICE);
        answer(1, PRICE + 1);
        vm.expectRevert(abi.encodeWithSelector(IPrediction.OracleRoundUnproven.selector, first));
        prediction.executeRound();
    }

    function test_executeRound_voidsLikeSettle() public {
        uint80 id = answerAt(lockOf(1) + DELAY + 1, PRICE);
        prediction.executeRound();
        assertStrike(1, 0, id, lockOf(1) + DELAY + 1, IPrediction.StrikeState.Void);
    }

    /// @dev Random answers in up to three phases that may overlap. Of all ids, at most one settles the strike, and it is
    /// the result of {OracleModel}
    function testFuzz_settle_hasAtMostOneProof(uint256 seed) public {
        uint256 phases = 1 + seed % 3;
        uint256 answers = 6;
        for (uint256 phase = 1; phase <= phases; ++phase) {
            uint256 timestamp = lockOf(1) - 60 + uint256(keccak256(abi.encode(seed, phase))) % 90;
            for (uint256 i = 1; i <= answers; ++i) {
                feed.setRound(idOf(phase, i), PRICE + i.toInt256(), timestamp);
                timestamp += uint256(keccak256(abi.encode(seed, phase, i))) % 40;
            }
        }
        vm.warp(lockOf(1) + INTERVAL);
        uint80 expected = searchFirst(phases, answers);
        for (uint256 phase = 0; phase <= phases + 1; ++phase) {
            for (uint256 i = 0; i <= answers + 1; ++i) {
                uint80 id = idOf(phase, i);
                if (id != expected) assertTrue(!canSettle(id), "no other id settles");
            }
        }
        if (expected != 0) assertTrue(canSettle(expected), "the first one settles");
    }

    /// @dev The newest phase that had started by the lock decides, unless its first answer is the strike
    function searchFirst(uint256 phases, uint256 answers) private view returns (uint80) {
        for (uint256 phase = phases; phase >= 1; --phase) {
            if (updatedAt(idOf(phase, 1)) >= lockOf(1)) continue;
            for (uint256 i = 2; i <= answers; ++i) {
                uint80 id = idOf(phase, i);
                if (updatedAt(id) < lockOf(1)) continue;
                return isBeforeAllPhasesFrom(phase + 1, phases, updatedAt(id)) ? id : 0;
            }
            return 0;
        }
        return 0;
    }

    function isBeforeAllPhasesFrom(uint256 from, uint256 to, uint256 timestamp) private view returns (bool) {
        for (uint256 phase = from; phase <= to; ++phase) {
            if (updatedAt(idOf(phase, 1)) <= timestamp) return false;
        }
        return true;
    }

    function updatedAt(uint80 id) private view returns (uint256 timestamp) {
        (,,, timestamp,) = feed.getRoundData(id);
    }

    function idOf(uint256 phase, uint256 number) private pure returns (uint80) {
        return (phase << 64 | number).toUint80();
    }

    /// @dev Tries without settling: the outer call always reverts
    function canSettle(uint80 id) private returns (bool) {
        try this.settleAndRevert(id) {
            return false;
        } catch (bytes memory reason) {
            return keccak256(reason) == keccak256(abi.encodeWithSelector(Settled.selector));
        }
    }

    function settleAndRevert(uint80 id) external {
        prediction.settle(1, id);
        revert Settled();
    }

    function useRevertingFeed() private {
        vm.warp(GENESIS);
        feed = new RevertingPriceFeed();
        feed.push(PRICE);
        feed.push(PRICE);
        prediction = deployPrediction(settings());
        vm.warp(lockOf(1));
    }

    function expectSettleRevert(uint256 epoch, uint80 id, bytes memory revertData) private {
        vm.expectRevert(revertData);
        prediction.settle(epoch, id);
    }

    function expectTooEarly(uint256 epoch, uint80 id, uint256 writtenAt) private {
        bytes4 tooEarly = IPrediction.OracleRoundTooEarly.selector;
        expectSettleRevert(epoch, id, abi.encodeWithSelector(tooEarly, id, writtenAt, lockOf(epoch)));
    }

    function expectNotFirst(uint256 epoch, uint80 id, uint256 previousAt) private {
        bytes4 notFirst = IPrediction.OracleRoundNotFirst.selector;
        expectSettleRevert(epoch, id, abi.encodeWithSelector(notFirst, id, previousAt, lockOf(epoch)));
    }

    function expectSuperseded(uint256 epoch, uint80 id, uint80 laterId) private {
        expectSettleRevert(epoch, id, abi.encodeWithSelector(IPrediction.OracleRoundSuperseded.selector, id, laterId));
    }

    function assertStrike(uint256 epoch, int256 price, uint80 id, uint256 writtenAt, IPrediction.StrikeState state)
        private
        view
    {
        (int256 price_, uint80 id_, uint256 writtenAt_, IPrediction.StrikeState state_) = prediction.strikes(epoch);
        assertEq(price_, price);
        assertEq(id_, id);
        assertEq(writtenAt_, writtenAt);
        assertTrue(state_ == state, "state");
    }
}
