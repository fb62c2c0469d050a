// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {Game} from "./Game.sol";
import {Handler} from "./Handler.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @notice Invariants after any sequence of calls by anyone. {Handler} makes the calls
contract PredictionInvariantTest is Game {
    Handler private handler;

    function setUp() public override {
        super.setUp();
        handler = new Handler(feed, settings());
        feed.transferOwnership(address(handler));
        vm.warp(GENESIS);
    }

    /// @notice Read by forge: the only contract to call
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @dev The market under test, once the handler has opened it
    modifier withMarket() {
        prediction = handler.prediction();
        if (address(prediction) != address(0)) _;
    }

    function invariant_balanceCoversEveryStakeRewardRefundAndFee() public withMarket {
        uint256 held = address(prediction).balance - handler.forced();
        assertEq(held, handler.paidIn() - handler.paidOut() - handler.paidToOwner());
        uint256 liabilities = prediction.treasuryAmount();
        for (uint256 i = 0; i < handler.playerCount(); ++i) {
            (uint256 amount,) = prediction.owed(handler.players(i), 0, type(uint256).max);
            liabilities += amount;
        }
        assertTrue(liabilities <= held, "solvent");
        assertTrue(held - liabilities <= handler.bets(), "only dust is left");
        (uint256 balance, uint256 committed) = prediction.solvency();
        assertEq(balance, address(prediction).balance);
        assertTrue(committed <= liabilities, "solvency() commits no more");
    }

    function invariant_treasuryGetsTheFeeOfEveryRoundWithAWinnerOnce() public withMarket {
        uint256 fees;
        for (uint256 i = 0; i < handler.epochCount(); ++i) {
            IPrediction.Round memory round = prediction.getRoundInfo(handler.epochs(i));
            (,, uint256 feeBps) = prediction.pools(round.epoch);
            if (!round.oracleCalled) continue;
            assertTrue(round.bullAmount != 0 && round.bearAmount != 0, "both sides");
            assertTrue(round.lockPrice != round.closePrice, "no tie");
            uint256 losing = round.totalAmount - round.rewardBaseCalAmount;
            uint256 unmatched = handler.unmatchedOf(round.rewardBaseCalAmount, losing);
            uint256 fee = Math.min((round.totalAmount - unmatched) * feeBps / 10_000, losing - unmatched);
            assertEq(round.totalAmount, round.rewardAmount + fee + unmatched);
            fees += fee;
        }
        assertEq(prediction.treasuryAmount() + handler.paidToOwner(), fees);
    }
}
