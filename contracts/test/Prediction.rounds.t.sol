// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {Game} from "./Game.sol";

contract PredictionRoundsTest is Game {
    function test_currentEpoch_isZeroBeforeGenesis() public {
        assertEq(prediction.currentEpoch(), 0);
        vm.warp(GENESIS - 1);
        assertEq(prediction.currentEpoch(), 0);
    }

    function test_currentEpoch_startsWithOneAtGenesis() public {
        vm.warp(GENESIS);
        assertEq(prediction.currentEpoch(), 1);
    }

    function test_currentEpoch_changesAtTheSecondOfTheLock() public {
        vm.warp(lockOf(1) - 1);
        assertEq(prediction.currentEpoch(), 1);
        vm.warp(lockOf(1));
        assertEq(prediction.currentEpoch(), 2);
    }

    function testFuzz_currentEpoch_isTheRoundWhoseBettingPhaseIsNow(uint256 seed) public {
        vm.warp(GENESIS + bound(seed, 0, 3650 days));
        IPrediction.Round memory round = prediction.getRoundInfo(prediction.currentEpoch());
        assertTrue(round.startTimestamp <= block.timestamp && block.timestamp < round.lockTimestamp, "is open");
    }

    function test_lockTimestamp_isOneIntervalAfterTheStart() public view {
        assertEq(prediction.lockTimestamp(1), GENESIS + INTERVAL);
        assertEq(prediction.lockTimestamp(7), GENESIS + 7 * INTERVAL);
    }

    function test_rounds_showsTheTimesOfAFutureRound() public view {
        IPrediction.Round memory round = prediction.getRoundInfo(1000);
        assertEq(round.epoch, 1000);
        assertEq(round.startTimestamp, lockOf(999));
        assertEq(round.lockTimestamp, lockOf(1000));
        assertEq(round.closeTimestamp, lockOf(1001));
        assertEq(round.totalAmount, 0);
        assertTrue(!round.oracleCalled, "no winner");
    }

    function test_rounds_returnsTheFieldsOfGetRoundInfoInOrder() public {
        play(1, 3 ether, 1 ether, PRICE, PRICE + 1);
        (bool isOk, bytes memory flat) = address(prediction).staticcall(abi.encodeWithSignature("rounds(uint256)", 1));
        assertTrue(isOk && flat.length == 14 * 32, "14 words");
        assertTrue(keccak256(flat) == keccak256(abi.encode(prediction.getRoundInfo(1))), "same words");
    }

    function test_rounds_showsALockedRound() public {
        betBoth(1, 3 ether, 1 ether);
        uint80 id = settle(1, PRICE);
        IPrediction.Round memory round = prediction.getRoundInfo(1);
        assertEq(round.lockPrice, PRICE);
        assertEq(round.lockOracleId, id);
        assertEq(round.closePrice, 0);
        assertEq(round.closeOracleId, 0);
        assertNoWinner(round);
    }

    function test_rounds_showsARise() public {
        betBoth(1, 3 ether, 1 ether);
        uint80 lockId = settle(1, PRICE);
        uint80 closeId = settle(2, PRICE + 1);
        IPrediction.Round memory round = prediction.getRoundInfo(1);
        assertEq(round.lockPrice, PRICE);
        assertEq(round.closePrice, PRICE + 1);
        assertEq(round.lockOracleId, lockId);
        assertEq(round.closeOracleId, closeId);
        assertEq(round.totalAmount, 4 ether);
        assertEq(round.rewardBaseCalAmount, 3 ether);
        assertEq(round.rewardAmount, 3.88 ether);
        assertTrue(round.oracleCalled, "has a winner");
    }

    function test_rounds_showsAFall() public {
        play(1, 3 ether, 1 ether, PRICE, PRICE - 1);
        IPrediction.Round memory round = prediction.getRoundInfo(1);
        assertEq(round.rewardBaseCalAmount, 1 ether);
        assertEq(round.rewardAmount, 3.88 ether);
        assertTrue(round.oracleCalled, "has a winner");
    }

    function test_rounds_givesTheLockPriceOfTheNextRoundAsClosePrice() public {
        settle(1, PRICE);
        settle(2, PRICE + 5);
        assertEq(prediction.getRoundInfo(1).closePrice, PRICE + 5);
        assertEq(prediction.getRoundInfo(2).lockPrice, PRICE + 5);
    }

    function test_rounds_hasNoWinnerAfterATie() public {
        play(1, 3 ether, 1 ether, PRICE, PRICE);
        assertNoWinner(prediction.getRoundInfo(1));
    }

    function test_rounds_hasNoWinnerWithBetsOnOneSide() public {
        betBull(ALICE, 1, 1 ether);
        betBear(BOB, 2, 1 ether);
        settle(1, PRICE);
        settle(2, PRICE + 1);
        settle(3, PRICE);
        assertNoWinner(prediction.getRoundInfo(1));
        assertNoWinner(prediction.getRoundInfo(2));
    }

    function test_rounds_hasNoWinnerWithoutBets() public {
        settle(1, PRICE);
        settle(2, PRICE + 1);
        assertNoWinner(prediction.getRoundInfo(1));
    }

    function test_rounds_hasNoWinnerIfAStrikeIsVoid() public {
        betBoth(1, 3 ether, 1 ether);
        settle(1, PRICE);
        uint80 id = answerAt(lockOf(2) + DELAY + 1, PRICE + 1);
        prediction.settle(2, id);
        IPrediction.Round memory round = prediction.getRoundInfo(1);
        assertEq(round.closePrice, 0);
        assertEq(round.closeOracleId, id);
        assertNoWinner(round);
    }

    function test_rounds_acceptsEpochZero() public view {
        IPrediction.Round memory round = prediction.getRoundInfo(0);
        assertEq(round.lockTimestamp, GENESIS);
        assertNoWinner(round);
    }

    function assertNoWinner(IPrediction.Round memory round) private pure {
        assertEq(round.rewardBaseCalAmount, 0);
        assertEq(round.rewardAmount, 0);
        assertTrue(!round.oracleCalled, "no winner");
    }
}
