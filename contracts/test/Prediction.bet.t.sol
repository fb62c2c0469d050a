// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {DeployedPrediction} from "./DeployedPrediction.sol";
import {Game} from "./Game.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

contract PredictionBetTest is Game {
    function test_betBull_emitsAndRecordsTheBet() public {
        vm.warp(GENESIS);
        vm.deal(ALICE, 1 ether);
        vm.expectEmit(address(prediction));
        emit IPrediction.BetBull(ALICE, 1, 1 ether);
        vm.prank(ALICE);
        prediction.betBull{value: 1 ether}(1);

        assertBet(1, ALICE, IPrediction.Position.Bull, 1 ether);
        assertPool(1, 1 ether, 0, FEE);
        assertEq(address(prediction).balance, 1 ether);
    }

    function test_betBear_emitsAndRecordsTheBet() public {
        vm.warp(GENESIS);
        vm.deal(ALICE, 1 ether);
        vm.expectEmit(address(prediction));
        emit IPrediction.BetBear(ALICE, 1, 1 ether);
        vm.prank(ALICE);
        prediction.betBear{value: 1 ether}(1);

        assertBet(1, ALICE, IPrediction.Position.Bear, 1 ether);
        assertPool(1, 0, 1 ether, FEE);
    }

    function test_bet_addsUpPerSide() public {
        betBull(ALICE, 1, 1 ether);
        betBear(BOB, 1, 2 ether);
        betBull(CAROL, 1, 4 ether);
        assertPool(1, 5 ether, 2 ether, FEE);
    }

    function test_bet_isAcceptedInTheFirstAndLastSecondOfTheRound() public {
        vm.warp(lockOf(1));
        betBull(ALICE, 2, 1 ether);
        vm.warp(lockOf(2) - 1);
        betBear(BOB, 2, 1 ether);
        assertPool(2, 1 ether, 1 ether, FEE);
    }

    function test_bet_revertsAtTheSecondOfTheLock() public {
        vm.warp(lockOf(1));
        expectBetRevert(1, MIN_BET, abi.encodeWithSelector(IPrediction.EpochNotOpen.selector, 1, 2));
    }

    function test_bet_revertsInTheLastSecondBeforeTheRound() public {
        vm.warp(lockOf(1) - 1);
        expectBetRevert(2, MIN_BET, abi.encodeWithSelector(IPrediction.EpochNotOpen.selector, 2, 1));
    }

    function test_bet_revertsBeforeGenesis() public {
        vm.warp(GENESIS - 1);
        expectBetRevert(0, MIN_BET, abi.encodeWithSelector(IPrediction.EpochNotOpen.selector, 0, 0));
        expectBetRevert(1, MIN_BET, abi.encodeWithSelector(IPrediction.EpochNotOpen.selector, 1, 0));
    }

    function test_bet_revertsWhilePaused() public {
        vm.prank(OWNER);
        prediction.pause();
        vm.warp(GENESIS);
        expectBetRevert(1, MIN_BET, abi.encodeWithSelector(IPrediction.BetsPaused.selector));
    }

    function test_bet_revertsBelowTheMinimum() public {
        vm.warp(GENESIS);
        bytes memory tooSmall = abi.encodeWithSelector(IPrediction.BetTooSmall.selector, MIN_BET - 1, MIN_BET);
        expectBetRevert(1, MIN_BET - 1, tooSmall);
    }

    function test_bet_acceptsTheMinimum() public {
        betBull(ALICE, 1, MIN_BET);
        assertBet(1, ALICE, IPrediction.Position.Bull, MIN_BET);
    }

    function test_bet_revertsForASecondBetInARound() public {
        betBull(address(this), 1, MIN_BET);
        bytes memory placed = abi.encodeWithSelector(IPrediction.BetAlreadyPlaced.selector, 1, address(this));
        expectBetRevert(1, MIN_BET, placed);
    }

    function test_bet_revertsFor2Pow120Wei() public {
        vm.warp(GENESIS);
        uint256 amount = 1 << 120;
        expectBetRevert(
            1, amount, abi.encodeWithSelector(SafeCast.SafeCastOverflowedUintDowncast.selector, 120, amount)
        );
    }

    function test_bet_acceptsTheLargestStakeThatFits() public {
        betBull(ALICE, 1, (1 << 120) - 1);
        assertPool(1, (1 << 120) - 1, 0, FEE);
    }

    function test_bet_revertsWhenASideOverflows() public {
        betBull(ALICE, 1, (1 << 120) - MIN_BET);
        betBear(BOB, 1, (1 << 120) - MIN_BET);
        expectBetRevert(1, MIN_BET, abi.encodeWithSignature("Panic(uint256)", 0x11));
    }

    function test_bet_endsForEverAtTheLastEpochOf32Bits() public {
        IPrediction.Settings memory fast = settings();
        fast.intervalSeconds = 1;
        prediction = deployPrediction(fast);
        uint256 last = type(uint32).max;
        for (uint256 epoch = last - 1; epoch <= last + 1; ++epoch) {
            vm.warp(GENESIS + epoch - 1);
            vm.deal(ALICE, MIN_BET);
            if (epoch >= last) vm.expectRevert(IPrediction.BetsPaused.selector);
            vm.prank(ALICE);
            prediction.betBull{value: MIN_BET}(epoch);
        }
        assertBet(last - 1, ALICE, IPrediction.Position.Bull, MIN_BET);
        assertEq(prediction.firstPausedEpoch(), 0);
    }

    function test_bet_recordsTheFeeOfItsRound() public {
        vm.warp(GENESIS);
        vm.prank(OWNER);
        prediction.setTreasuryFee(1000);
        for (uint256 epoch = 1; epoch <= 4; ++epoch) {
            betBoth(epoch, 1 ether, 1 ether);
            assertPool(epoch, 1 ether, 1 ether, epoch < 3 ? FEE : 1000);
        }
    }

    function test_bet_recordsAFeeOfZero() public {
        uint256 epoch = changeFee(0);
        betBoth(epoch, 1 ether, 1 ether);
        assertPool(epoch, 1 ether, 1 ether, 0);
    }

    function test_send_revertsWithoutABet() public {
        vm.deal(address(this), 1 ether);
        (bool sent,) = address(prediction).call{value: 1 ether}("");
        assertTrue(!sent, "plain transfers are refused");
    }

    function testFuzz_bet_poolEqualsTheSumOfItsSides(uint256 bullSeed, uint256 bearSeed) public {
        uint256 bull = bound(bullSeed, MIN_BET, (1 << 120) - 1);
        uint256 bear = bound(bearSeed, MIN_BET, (1 << 120) - 1);
        betBoth(1, bull, bear);
        IPrediction.Round memory round = prediction.getRoundInfo(1);
        assertEq(round.bullAmount, bull);
        assertEq(round.bearAmount, bear);
        assertEq(round.totalAmount, bull + bear);
        assertEq(address(prediction).balance, bull + bear);
    }

    function testFuzz_bet_isOpenForExactlyOneEpoch(uint256 secondsSeed, uint256 epochSeed) public {
        uint256 elapsed = bound(secondsSeed, 0, 10 * INTERVAL);
        uint256 epoch = bound(epochSeed, 0, 12);
        vm.warp(GENESIS + elapsed);
        vm.deal(address(this), MIN_BET);
        (bool sent,) = address(prediction).call{value: MIN_BET}(abi.encodeCall(prediction.betBull, (epoch)));
        assertTrue(sent == (epoch == elapsed / INTERVAL + 1), "only the current epoch accepts bets");
    }

    /// @dev Both directions, from this contract
    function expectBetRevert(uint256 epoch, uint256 amount, bytes memory revertData) private {
        vm.deal(address(this), 2 * amount);
        vm.expectRevert(revertData);
        prediction.betBull{value: amount}(epoch);
        vm.expectRevert(revertData);
        prediction.betBear{value: amount}(epoch);
    }

    function assertBet(uint256 epoch, address user, IPrediction.Position side, uint256 stake) private view {
        (IPrediction.Position position, uint256 amount, bool claimed) = prediction.ledger(epoch, user);
        assertTrue(position == side && !claimed, "side, not claimed");
        assertEq(amount, stake);
    }

    function assertPool(uint256 epoch, uint256 bull, uint256 bear, uint256 feeBps) private view {
        (uint256 actualBull, uint256 actualBear, uint256 actualFeeBps) = prediction.pools(epoch);
        assertEq(actualBull, bull);
        assertEq(actualBear, bear);
        assertEq(actualFeeBps, feeBps);
    }
}
