// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {Game} from "./Game.sol";

/// @notice Pages of an account with 100,000 bets
contract PredictionPagingTest is Game {
    uint256 private constant BETS = 100_000;
    uint256 private constant PAGE = 100;

    function settings() internal view override returns (IPrediction.Settings memory fast) {
        fast = super.settings();
        fast.intervalSeconds = 1;
    }

    function setUp() public override {
        super.setUp();
        vm.pauseGasMetering();
        vm.deal(ALICE, BETS * MIN_BET);
        for (uint256 epoch = 1; epoch <= BETS; ++epoch) {
            vm.warp(GENESIS + epoch - 1);
            vm.prank(ALICE);
            prediction.betBull{value: MIN_BET}(epoch);
        }
        vm.warp(GENESIS + BETS);
        vm.resumeGasMetering();
    }

    function test_getUserRounds_costsTheSameOnEveryPage() public {
        uint256 newest = gasOfPage(0);
        vm.snapshotValue("Prediction", "getUserRounds, 100 of 100,000 bets", newest);
        assertTrue(newest <= 4000 * PAGE, "in proportion to the page");
        assertSimilar(gasOfPage(BETS / 2), newest);
        assertSimilar(gasOfPage(PAGE), newest);
    }

    function test_getUserRounds_reachesTheOldestBet() public view {
        (uint256[] memory epochs,, uint256 next) = prediction.getUserRounds(ALICE, PAGE + 1, PAGE);
        assertEq(epochs.length, PAGE);
        assertEq(epochs[0], PAGE + 1);
        assertEq(next, 1);
        (epochs,, next) = prediction.getUserRounds(ALICE, next, PAGE);
        assertEq(epochs.length, 1);
        assertEq(epochs[0], 1);
        assertEq(next, 0);
        assertEq(prediction.getUserRoundsLength(ALICE), BETS);
    }

    function test_owed_costsTheSameOnEveryPage() public {
        uint256 newest = gasOfOwed(0);
        vm.snapshotValue("Prediction", "owed, 100 of 100,000 bets", newest);
        assertTrue(newest <= 7000 * PAGE, "in proportion to the page");
        assertSimilar(gasOfOwed(BETS / 2), newest);
        assertSimilar(gasOfOwed(PAGE), newest);
    }

    function gasOfPage(uint256 cursor) private returns (uint256 gasUsed) {
        vm.cool(address(prediction));
        (uint256[] memory epochs,, uint256 next) = prediction.getUserRounds(ALICE, cursor, PAGE);
        gasUsed = vm.lastCallGas().gasTotalUsed;
        uint256 first = cursor == 0 ? BETS : cursor;
        assertEq(epochs[0], first);
        assertEq(epochs[PAGE - 1], first - PAGE + 1);
        assertEq(next, first - PAGE);
    }

    function gasOfOwed(uint256 cursor) private returns (uint256 gasUsed) {
        vm.cool(address(prediction));
        (uint256 amount, uint256 next) = prediction.owed(ALICE, cursor, PAGE);
        gasUsed = vm.lastCallGas().gasTotalUsed;
        assertEq(amount, PAGE * MIN_BET);
        assertEq(next, (cursor == 0 ? BETS : cursor) - PAGE);
    }

    /// @dev Storage keys and epochs of other sizes change the gas a little
    function assertSimilar(uint256 actual, uint256 expected) private pure {
        assertTrue(actual * 100 <= expected * 101 && expected * 100 <= actual * 101, "the same gas");
    }
}
