// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {Game} from "./Game.sol";
import {Reenterer} from "./Stubs.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @notice Matched stakes: winners gain at most the payout multiple, the rest of the losing side goes back to it
contract PredictionMatchedTest is Game {
    uint256 private constant MULTIPLE = 2000;

    function setUp() public override {
        super.setUp();
        deployWith(MULTIPLE);
    }

    function settings() internal view override returns (IPrediction.Settings memory preset) {
        preset = super.settings();
        preset.minBetAmount = 1;
    }

    function test_constructor_checksTheMaxPayoutMultiple() public {
        expectMultipleRevert(1);
        expectMultipleRevert(100);
        deployWith(101);
        deployWith(type(uint32).max);
        expectMultipleRevert(uint256(type(uint32).max) + 1);
        deployWith(0);
        assertEq(prediction.maxPayoutMultiple(), 0);
    }

    /// @dev A sniper bets the minimum against a lone bettor in the last second: he wins 19 times his stake at most
    function test_matched_aDustBetTakesLittleOfALoneBettor() public {
        betBull(ALICE, 1, 10 ether);
        vm.warp(lockOf(1) - 1);
        betBear(BOB, 1, MIN_BET);
        settleBoth(1, PRICE, PRICE - 1);
        uint256 fee = 20 * MIN_BET * FEE / 10_000;
        assertEq(claim(BOB, 1), 20 * MIN_BET - fee);
        assertEq(claim(ALICE, 1), 10 ether - 19 * MIN_BET);
        assertEq(prediction.treasuryAmount(), fee);
        assertEq(address(prediction).balance, fee);
    }

    /// @dev The same round, won by the lone bettor: the fee takes the dust bet and nothing of his stake
    function test_matched_aDustBetCostsALoneBettorNothing() public {
        betBull(ALICE, 1, 10 ether);
        betBear(BOB, 1, MIN_BET);
        settleBoth(1, PRICE, PRICE + 1);
        assertEq(claim(ALICE, 1), 10 ether);
        assertEq(prediction.treasuryAmount(), MIN_BET);
        expectLost(BOB);
    }

    function test_matched_isTheWholeLosingSideWhenTheLimitIsMetExactly() public {
        play(1, 1 ether, 19 ether, PRICE, PRICE + 1);
        assertTrue(!prediction.refundable(1, BOB), "nothing comes back");
        expectLost(BOB);
        assertEq(claim(ALICE, 1), 19.4 ether);
        assertEq(prediction.treasuryAmount(), 0.6 ether);
    }

    function test_matched_returnsTheFirstWeiAboveTheLimit() public {
        play(1, 1 ether, 19 ether + 1, PRICE, PRICE + 1);
        assertTrue(prediction.refundable(1, BOB), "one wei comes back");
        assertEq(claim(BOB, 1), 1);
        assertEq(claim(ALICE, 1), 19.4 ether);
    }

    function test_matched_limitsTheBearsAfterAFallToo() public {
        play(1, 40 ether, 1 ether, PRICE, PRICE - 1);
        assertEq(claim(BOB, 1), 19.4 ether);
        assertEq(claim(ALICE, 1), 21 ether);
    }

    function test_matched_returnsSharesOfTheUnmatchedPart() public {
        betBear(CAROL, 1, 10 ether);
        play(1, 1 ether, 30 ether, PRICE, PRICE + 1);
        // 21 of 40 come back.
        assertEq(claim(CAROL, 1), 5.25 ether);
        assertEq(claim(BOB, 1), 15.75 ether);
        assertEq(claim(ALICE, 1), 19.4 ether);
        assertEq(address(prediction).balance, prediction.treasuryAmount());
    }

    function test_matched_withoutALimitIsEverything() public {
        deployWith(0);
        play(1, MIN_BET, 10 ether, PRICE, PRICE + 1);
        assertEq(claim(ALICE, 1), 9.70097 ether);
        expectLost(BOB);
    }

    function test_matched_withTheSmallestLimitIsAHundredthOfTheWinningSide() public {
        deployWith(101);
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        assertEq(claim(BOB, 1), 0.99 ether);
        // 3 % of 1.01 is more than the match, which the treasury gets.
        assertEq(claim(ALICE, 1), 1 ether);
        assertEq(prediction.treasuryAmount(), 0.01 ether);
    }

    function test_matched_isNothingForAWinningSideTooSmallToGain() public {
        deployWith(101);
        play(1, 99, 1 ether, PRICE, PRICE + 1);
        assertEq(claim(BOB, 1), 1 ether);
        assertEq(claim(ALICE, 1), 99);
        assertEq(prediction.treasuryAmount(), 0);
    }

    function test_matched_worksWithTheLargestStakesAndLimit() public {
        deployWith(type(uint32).max);
        uint256 largest = (1 << 120) - 1;
        play(1, largest, largest, PRICE, PRICE + 1);
        assertEq(claim(ALICE, 1), 2 * largest - 2 * largest * FEE / 10_000);
        expectLost(BOB);
    }

    function test_matched_withoutALimitWorksWithTheLargestStakes() public {
        deployWith(0);
        uint256 largest = (1 << 120) - 1;
        play(1, 1, largest, PRICE, PRICE + 1);
        assertEq(claim(ALICE, 1), largest + 1 - (largest + 1) * FEE / 10_000);
        expectLost(BOB);
        betBoth(3, largest, 1);
        settleBoth(3, PRICE, PRICE + 1);
        assertEq(claim(ALICE, 3), largest);
    }

    function test_returned_isPaidOnce() public {
        play(1, 1 ether, 40 ether, PRICE, PRICE + 1);
        assertTrue(prediction.refundable(1, BOB) && !prediction.claimable(1, BOB), "refundable");
        assertTrue(prediction.claimable(1, ALICE) && !prediction.refundable(1, ALICE), "won");
        assertOwed(BOB, 21 ether);
        vm.expectEmit(address(prediction));
        emit IPrediction.Claim(BOB, 1, 21 ether);
        assertEq(claim(BOB, 1), 21 ether);
        assertOwed(BOB, 0);
        assertTrue(!prediction.refundable(1, BOB), "claimed");
        (,, bool isClaimed) = prediction.ledger(1, BOB);
        assertTrue(isClaimed, "marked");
        expectClaimRevert(BOB, 1, abi.encodeWithSelector(IPrediction.AlreadyClaimed.selector, 1, BOB));
    }

    function test_returned_isPaidOnceToAReenterer() public {
        Reenterer thief = new Reenterer();
        betBear(address(thief), 1, 40 ether);
        betBull(ALICE, 1, 1 ether);
        settleBoth(1, PRICE, PRICE + 1);
        thief.arm(address(prediction), 0, abi.encodeCall(prediction.claim, (list(1))));
        assertEq(claim(address(thief), 1), 21 ether);
        assertTrue(!thief.isOk(), "second claim is refused");
    }

    function test_returned_isPaidTogetherWithWinsAndRefunds() public {
        play(1, 1 ether, 40 ether, PRICE, PRICE + 1);
        betBear(BOB, 3, 5 ether);
        vm.warp(lockOf(3));
        assertEq(claim(BOB, list(1, 3)), 26 ether);
    }

    function test_returned_isNotOpenBeforeTheRoundIsDecided() public {
        betBoth(1, 1 ether, 40 ether);
        settle(1, PRICE);
        assertTrue(!prediction.refundable(1, BOB), "undecided");
        assertOwed(BOB, 40 ether);
        expectClaimRevert(BOB, 1, abi.encodeWithSelector(IPrediction.RoundUndecided.selector, 1));
    }

    /// @dev A share below 1 wei is nothing: such a bet is lost
    function test_returned_belowOneWeiIsALostBet() public {
        betBear(CAROL, 1, 1);
        play(1, 1 ether, 20 ether, PRICE, PRICE + 1);
        assertTrue(!prediction.refundable(1, CAROL), "nothing comes back");
        assertOwed(CAROL, 0);
        expectLost(CAROL);
        assertEq(claim(BOB, 1), uint256(20 ether) * (1 ether + 1) / (20 ether + 1));
    }

    function test_returned_isNotPartOfTheReward() public {
        betBoth(1, 1 ether, 40 ether);
        settle(1, PRICE);
        uint80 id = answer(2, PRICE + 1);
        vm.expectEmit(address(prediction));
        emit IPrediction.RewardsCalculated(1, 1 ether, 19.4 ether, 0.6 ether);
        prediction.settle(2, id);
        IPrediction.Round memory round = prediction.getRoundInfo(1);
        assertEq(round.totalAmount, 41 ether);
        assertEq(round.rewardBaseCalAmount, 1 ether);
        assertEq(round.rewardAmount, 19.4 ether);
    }

    function test_fee_neverExceedsTheMatch() public {
        play(1, 99 ether, 1 ether, PRICE, PRICE + 1);
        assertEq(claim(ALICE, 1), 99 ether);
        assertEq(prediction.treasuryAmount(), 1 ether);
        assertEq(address(prediction).balance, 1 ether);
    }

    /// @dev The fee meets the match exactly: 3 % of 100 is 3
    function test_fee_mayBeTheWholeMatch() public {
        play(1, 97 ether, 3 ether, PRICE, PRICE + 1);
        assertEq(claim(ALICE, 1), 97 ether);
        assertEq(prediction.treasuryAmount(), 3 ether);
    }

    function test_fee_leavesTheRestOfALargerMatch() public {
        play(1, 96 ether, 4 ether, PRICE, PRICE + 1);
        assertEq(claim(ALICE, 1), 97 ether);
        assertEq(prediction.treasuryAmount(), 3 ether);
    }

    /// @dev Every amount follows the formulas of {IPrediction}; all payments together leave less than 1 wei a bettor
    function testFuzz_matched_paysByTheRules(
        uint256[3] memory bullSeeds,
        uint256[3] memory bearSeeds,
        uint256 multipleSeed,
        uint256 feeSeed,
        bool bullWins
    ) public {
        uint256 multiple = anyMultiple(multipleSeed);
        deployWith(multiple);
        uint256 epoch = changeFee(bound(feeSeed, 0, 1000));
        uint256 bull = betAll(epoch, true, bullSeeds);
        uint256 bear = betAll(epoch, false, bearSeeds);
        settleBoth(epoch, PRICE, bullWins ? PRICE + 1 : PRICE - 1);

        (uint256 winning, uint256 losing) = bullWins ? (bull, bear) : (bear, bull);
        uint256 matched = multiple == 0 ? losing : Math.min(losing, winning * (multiple - 100) / 100);
        uint256 fee = Math.min((winning + matched) * bound(feeSeed, 0, 1000) / 10_000, matched);
        assertEq(prediction.treasuryAmount(), fee);
        uint256 paid;
        for (uint160 i = 0; i < 3; ++i) {
            paid += assertWinner(epoch, bettor(bullWins, i), winning, winning + matched - fee);
            paid += assertLoser(epoch, bettor(!bullWins, i), losing, losing - matched);
        }
        assertTrue(paid + fee <= bull + bear, "never more than the pot");
        assertTrue(bull + bear - paid - fee < 6, "less than 1 wei a bettor is left");
        assertEq(address(prediction).balance, bull + bear - paid);
    }

    function assertWinner(uint256 epoch, address user, uint256 winning, uint256 reward) private returns (uint256 paid) {
        (, uint256 stake,) = prediction.ledger(epoch, user);
        assertTrue(prediction.claimable(epoch, user) && !prediction.refundable(epoch, user), "won");
        assertOwed(user, stake * reward / winning);
        paid = claim(user, epoch);
        assertEq(paid, stake * reward / winning);
        assertTrue(paid >= stake, "a winner never gets less than the stake");
    }

    function assertLoser(uint256 epoch, address user, uint256 losing, uint256 unmatched)
        private
        returns (uint256 returned)
    {
        (, uint256 stake,) = prediction.ledger(epoch, user);
        returned = stake * unmatched / losing;
        assertOwed(user, returned);
        assertTrue(!prediction.claimable(epoch, user), "not won");
        assertTrue(prediction.refundable(epoch, user) == (returned != 0), "refundable if something comes back");
        if (returned != 0) assertEq(claim(user, epoch), returned);
        else expectClaimRevert(user, epoch, abi.encodeWithSelector(IPrediction.BetLost.selector, epoch, user));
    }

    /// @dev Three bets of a side, from 1 wei to 2^100 wei and of very different sizes
    function betAll(uint256 epoch, bool isBull, uint256[3] memory seeds) private returns (uint256 sum) {
        for (uint160 i = 0; i < 3; ++i) {
            uint256 amount = bound(seeds[i] >> 8, 1, 2 ** (seeds[i] % 101));
            if (isBull) betBull(bettor(true, i), epoch, amount);
            else betBear(bettor(false, i), epoch, amount);
            sum += amount;
        }
    }

    function bettor(bool isBull, uint160 index) private pure returns (address) {
        return address((isBull ? 0xB0110000 : 0xBEA20000) + index);
    }

    function anyMultiple(uint256 seed) private pure returns (uint256) {
        if (seed % 8 == 0) return 0;
        return seed % 2 == 0 ? bound(seed / 8, 101, 3000) : bound(seed / 8, 101, type(uint32).max);
    }

    function settleBoth(uint256 epoch, int256 lockPrice, int256 closePrice) private {
        settle(epoch, lockPrice);
        settle(epoch + 1, closePrice);
    }

    function expectLost(address user) private {
        expectClaimRevert(user, 1, abi.encodeWithSelector(IPrediction.BetLost.selector, 1, user));
    }

    function assertOwed(address user, uint256 expected) private view {
        (uint256 amount,) = prediction.owed(user, 0, 10);
        assertEq(amount, expected);
    }

    function deployWith(uint256 multiple) private {
        IPrediction.Settings memory chosen = settings();
        chosen.maxPayoutMultiple = multiple;
        prediction = deployPrediction(chosen);
    }

    /// @dev External, so that the revert of a constructor can be caught
    function create(uint256 multiple) external {
        deployWith(multiple);
    }

    function expectMultipleRevert(uint256 multiple) private {
        vm.expectRevert(abi.encodeWithSelector(IPrediction.InvalidMaxPayoutMultiple.selector, multiple));
        this.create(multiple);
    }
}
