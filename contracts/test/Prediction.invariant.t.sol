// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {Game} from "./Game.sol";
import {Players} from "./Players.sol";

/// @notice What holds after any number of calls of anybody in any order; {Players} makes them
contract PredictionInvariantTest is Game {
    Players private players;

    function setUp() public override {
        super.setUp();
        players = new Players(feed, prediction);
        feed.transferOwnership(address(players));
        vm.warp(GENESIS);
    }

    /// @notice Read by forge: the only contract that is called
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(players);
    }

    function invariant_balanceCoversEveryStakeRewardRefundAndFee() public view {
        uint256 held = address(prediction).balance - players.forced();
        assertEq(held, players.paidIn() - players.paidOut() - players.paidToOwner());
        uint256 liabilities = prediction.treasuryAmount();
        for (uint256 i = 0; i < players.playerCount(); ++i) {
            (uint256 amount,) = prediction.owed(players.players(i), 0, type(uint256).max);
            liabilities += amount;
        }
        assertTrue(liabilities <= held, "solvent");
        assertTrue(held - liabilities <= players.bets(), "nothing is left but dust");
        (uint256 balance, uint256 committed) = prediction.solvency();
        assertEq(balance, address(prediction).balance);
        assertTrue(committed <= liabilities, "solvency() promises no more");
    }

    function invariant_treasuryGetsTheFeeOfEveryRoundWithAWinnerOnce() public view {
        uint256 fees;
        for (uint256 i = 0; i < players.epochCount(); ++i) {
            IPrediction.Round memory round = prediction.getRoundInfo(players.epochs(i));
            (,, uint256 feeBps) = prediction.pools(round.epoch);
            if (!round.oracleCalled) continue;
            assertTrue(round.bullAmount != 0 && round.bearAmount != 0, "both sides");
            assertTrue(round.lockPrice != round.closePrice, "no tie");
            assertEq(round.totalAmount - round.rewardAmount, round.totalAmount * feeBps / 10_000);
            fees += round.totalAmount - round.rewardAmount;
        }
        assertEq(prediction.treasuryAmount() + players.paidToOwner(), fees);
    }
}
