// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {Game} from "./Game.sol";

contract PredictionViewsTest is Game {
    function test_claimable_isTrueForTheWinnerUntilTheClaim() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        assertTrue(prediction.claimable(1, ALICE), "winner");
        assertTrue(!prediction.claimable(1, BOB), "loser");
        assertTrue(!prediction.claimable(1, CAROL), "no bet");
        assertTrue(!prediction.refundable(1, ALICE) && !prediction.refundable(1, BOB), "no refund");
        claim(ALICE, 1);
        assertTrue(!prediction.claimable(1, ALICE), "claimed");
    }

    function test_claimable_isTrueForABearAfterAFall() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE - 1);
        assertTrue(prediction.claimable(1, BOB) && !prediction.claimable(1, ALICE), "the bear won");
    }

    function test_refundable_isTrueUntilTheClaim() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE);
        assertTrue(prediction.refundable(1, ALICE) && prediction.refundable(1, BOB), "tie");
        assertTrue(!prediction.refundable(1, CAROL), "no bet");
        assertTrue(!prediction.claimable(1, ALICE), "not a reward");
        claim(ALICE, 1);
        assertTrue(!prediction.refundable(1, ALICE), "claimed");
    }

    function test_claimableAndRefundable_withoutAUserMeanTheCaller() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        betBull(ALICE, 3, 1 ether);
        vm.warp(lockOf(3));
        vm.prank(ALICE);
        assertTrue(prediction.claimable(1), "claimable");
        vm.prank(ALICE);
        assertTrue(prediction.refundable(3), "refundable");
        vm.prank(BOB);
        assertTrue(!prediction.claimable(1), "not claimable");
        vm.prank(BOB);
        assertTrue(!prediction.refundable(3), "not refundable");
    }

    function test_getUserRounds_listsTheNewestFirst() public {
        betAt(1, 2, 5);
        assertEq(prediction.getUserRoundsLength(ALICE), 3);
        (uint256[] memory epochs, IPrediction.BetInfo[] memory bets, uint256 next) =
            prediction.getUserRounds(ALICE, 0, 10);
        assertEq(epochs.length, 3);
        assertEq(bets.length, 3);
        assertEq(next, 0);
        assertEq(epochs[0], 5);
        assertEq(epochs[1], 2);
        assertEq(epochs[2], 1);
        for (uint256 i = 0; i < 3; ++i) {
            (IPrediction.Position position, uint256 amount, bool claimed) = prediction.ledger(epochs[i], ALICE);
            assertTrue(bets[i].position == position && bets[i].claimed == claimed, "same as ledger");
            assertEq(bets[i].amount, amount);
            assertEq(amount, epochs[i] * 1 ether);
        }
    }

    function test_getUserRounds_showsSidesAndClaims() public {
        betBear(ALICE, 1, 1 ether);
        betBull(ALICE, 2, 1 ether);
        vm.warp(lockOf(1));
        claim(ALICE, 1);
        (, IPrediction.BetInfo[] memory bets,) = prediction.getUserRounds(ALICE, 0, 2);
        assertTrue(bets[0].position == IPrediction.Position.Bull && !bets[0].claimed, "open bull");
        assertTrue(bets[1].position == IPrediction.Position.Bear && bets[1].claimed, "claimed bear");
    }

    function test_getUserRounds_paginates() public {
        betAt(1, 2, 5);
        (uint256[] memory epochs,, uint256 next) = prediction.getUserRounds(ALICE, 0, 2);
        assertEq(epochs.length, 2);
        assertEq(epochs[0], 5);
        assertEq(epochs[1], 2);
        assertEq(next, 1);
        (epochs,, next) = prediction.getUserRounds(ALICE, next, 2);
        assertEq(epochs.length, 1);
        assertEq(epochs[0], 1);
        assertEq(next, 0);
    }

    function test_getUserRounds_startsAtTheEpochOfTheCursor() public {
        betAt(1, 2, 5);
        (uint256[] memory epochs,, uint256 next) = prediction.getUserRounds(ALICE, 2, 1);
        assertEq(epochs.length, 1);
        assertEq(epochs[0], 2);
        assertEq(next, 1);
        (epochs,, next) = prediction.getUserRounds(ALICE, 2, 0);
        assertEq(epochs.length, 0);
        assertEq(next, 2);
        (epochs,, next) = prediction.getUserRounds(ALICE, 1, type(uint256).max);
        assertEq(epochs.length, 1);
        assertEq(next, 0);
    }

    function test_getUserRounds_isEmptyWithoutBets() public view {
        (uint256[] memory epochs, IPrediction.BetInfo[] memory bets, uint256 next) =
            prediction.getUserRounds(ALICE, 0, 10);
        assertEq(epochs.length + bets.length + next, 0);
    }

    function test_getUserRounds_revertsForACursorWithoutABet() public {
        betAt(1, 2, 5);
        bytes memory noBet = abi.encodeWithSelector(IPrediction.NoBet.selector, 4, ALICE);
        vm.expectRevert(noBet);
        prediction.getUserRounds(ALICE, 4, 1);
        vm.expectRevert(noBet);
        prediction.owed(ALICE, 4, 1);
    }

    function test_owed_followsABetToItsPayout() public {
        betBoth(1, 1 ether, 3 ether);
        assertOwed(1 ether, 3 ether);
        settle(1, PRICE);
        assertOwed(1 ether, 3 ether);
        settle(2, PRICE - 1);
        assertOwed(0, 3.88 ether);
        claim(BOB, 1);
        assertOwed(0, 0);
    }

    function test_owed_addsUpRefundsRewardsAndOpenStakes() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        betBull(ALICE, 3, 5 ether);
        betBull(ALICE, 4, 7 ether);
        vm.warp(lockOf(3));
        assertOwed(13.94 ether, 0);
        (uint256 first, uint256 next) = prediction.owed(ALICE, 0, 1);
        (uint256 rest, uint256 end) = prediction.owed(ALICE, next, 10);
        assertEq(first, 7 ether);
        assertEq(rest, 6.94 ether);
        assertEq(next, 3);
        assertEq(end, 0);
    }

    function test_solvency_isZeroBeforeGenesis() public view {
        (uint256 balance, uint256 committed) = prediction.solvency();
        assertEq(balance, 0);
        assertEq(committed, 0);
    }

    function test_solvency_countsTreasuryAndUndecidedStakes() public {
        betBoth(1, 1 ether, 1 ether);
        assertSolvency(2 ether, 2 ether);
        settle(1, PRICE);
        betBoth(2, 2 ether, 2 ether);
        assertSolvency(6 ether, 6 ether);
        settle(2, PRICE + 1);
        assertSolvency(6 ether, 4.06 ether);
        claim(ALICE, 1);
        assertSolvency(4.06 ether, 4.06 ether);
    }

    function test_solvency_leavesOutALockedRoundThatIsRefunded() public {
        betBull(ALICE, 1, 1 ether);
        vm.warp(lockOf(1));
        assertSolvency(1 ether, 0);
    }

    function test_solvency_isNotConfusedByForcedTransfers() public {
        betBoth(1, 1 ether, 1 ether);
        vm.deal(address(prediction), 3 ether);
        assertSolvency(3 ether, 2 ether);
        settle(1, PRICE);
        settle(2, PRICE + 1);
        assertEq(claim(ALICE, 1), 1.94 ether);
        vm.prank(OWNER);
        prediction.claimTreasury();
        assertEq(address(prediction).balance, 1 ether);
    }

    /// @dev Selectors as deployed at PancakePredictionV2
    function test_abi_hasTheSelectorsOfPancakePredictionV2() public pure {
        bytes4[22] memory selectors = [
            bytes4(0x57fb096f), // betBull(uint256)
            0xaa6b873a, // betBear(uint256)
            0x6ba4c138, // claim(uint256[])
            0x7b3205f5, // executeRound()
            0x8456cb59, // pause()
            0x3f4ba83a, // unpause()
            0x003bdc74, // claimTreasury()
            0x6c188593, // setMinBetAmount(uint256)
            0x77e741c7, // setTreasuryFee(uint256)
            0xb29a8140, // recoverToken(address,uint256)
            0x8c65c81f, // rounds(uint256)
            0x7285c58b, // ledger(uint256,address)
            0xa0c7f71c, // claimable(uint256,address)
            0x7bf41254, // refundable(uint256,address)
            0x951fd600, // getUserRounds(address,uint256,uint256)
            0x273867d4, // getUserRoundsLength(address)
            0x76671808, // currentEpoch()
            0x7d1cd04f, // intervalSeconds()
            0xfa968eea, // minBetAmount()
            0xcc32d176, // treasuryFee()
            0x368acb09, // treasuryAmount()
            0x7dc0d1d0 // oracle()
        ];
        bytes4[22] memory ours = [
            IPrediction.betBull.selector,
            IPrediction.betBear.selector,
            IPrediction.claim.selector,
            IPrediction.executeRound.selector,
            IPrediction.pause.selector,
            IPrediction.unpause.selector,
            IPrediction.claimTreasury.selector,
            IPrediction.setMinBetAmount.selector,
            IPrediction.setTreasuryFee.selector,
            IPrediction.recoverToken.selector,
            IPrediction.rounds.selector,
            IPrediction.ledger.selector,
            bytes4(keccak256("claimable(uint256,address)")),
            bytes4(keccak256("refundable(uint256,address)")),
            IPrediction.getUserRounds.selector,
            IPrediction.getUserRoundsLength.selector,
            IPrediction.currentEpoch.selector,
            IPrediction.intervalSeconds.selector,
            IPrediction.minBetAmount.selector,
            IPrediction.treasuryFee.selector,
            IPrediction.treasuryAmount.selector,
            IPrediction.oracle.selector
        ];
        for (uint256 i = 0; i < ours.length; ++i) {
            assertTrue(ours[i] == selectors[i], "selector");
        }
        assertTrue(IPrediction.paused.selector == 0x5c975abb, "paused()");
        assertTrue(IPrediction.MAX_TREASURY_FEE.selector == 0xf2b3c809, "MAX_TREASURY_FEE()");
    }

    /// @dev First four bytes of the topics that PancakePredictionV2 logs
    function test_abi_hasTheEventsOfPancakePredictionV2() public pure {
        assertTopic(IPrediction.BetBear.selector, 0x0d8c1fe3);
        assertTopic(IPrediction.BetBull.selector, 0x438122d8);
        assertTopic(IPrediction.Claim.selector, 0x34fcbac0);
        assertTopic(IPrediction.LockRound.selector, 0x482e76a6);
        assertTopic(IPrediction.EndRound.selector, 0xb6ff1fe9);
        assertTopic(IPrediction.RewardsCalculated.selector, 0x6dfdfcb0);
        assertTopic(IPrediction.Pause.selector, 0x68b09502);
        assertTopic(IPrediction.Unpause.selector, 0xaaa520fd);
        assertTopic(IPrediction.TreasuryClaim.selector, 0xb9197c6b);
        assertTopic(IPrediction.TokenRecovery.selector, 0x14f11966);
        assertTopic(IPrediction.NewMinBetAmount.selector, 0x90eb87c5);
        assertTopic(IPrediction.NewTreasuryFee.selector, 0xb1c4ee38);
    }

    function assertTopic(bytes32 topic, bytes4 start) private pure {
        assertTrue(topic & bytes32(bytes4(0xffffffff)) == start, "topic");
    }

    /// @dev Alice bets as many BNB as the number of the epoch
    function betAt(uint256 first, uint256 second, uint256 third) private {
        betBull(ALICE, first, first * 1 ether);
        betBear(ALICE, second, second * 1 ether);
        betBull(ALICE, third, third * 1 ether);
    }

    function assertOwed(uint256 alice, uint256 bob) private view {
        (uint256 toAlice,) = prediction.owed(ALICE, 0, 100);
        (uint256 toBob,) = prediction.owed(BOB, 0, 100);
        assertEq(toAlice, alice);
        assertEq(toBob, bob);
        assertEq(toAlice + toBob + prediction.treasuryAmount(), address(prediction).balance);
    }

    function assertSolvency(uint256 balance, uint256 committed) private view {
        (uint256 actualBalance, uint256 actualCommitted) = prediction.solvency();
        assertEq(actualBalance, balance);
        assertEq(actualCommitted, committed);
    }
}
