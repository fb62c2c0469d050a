// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {IPriceFeed} from "../src/interfaces/IPriceFeed.sol";
import {DeployedPrediction} from "./DeployedPrediction.sol";
import {Game} from "./Game.sol";
import {NoReceiver, OtherDecimals, Token} from "./Stubs.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

contract PredictionAdminTest is Game {
    function test_constructor_keepsItsSettings() public view {
        assertTrue(address(prediction.oracle()) == address(feed), "oracle");
        assertTrue(prediction.owner() == OWNER, "owner");
        assertEq(prediction.genesisTimestamp(), GENESIS);
        assertEq(prediction.intervalSeconds(), INTERVAL);
        assertEq(prediction.strikeDelay(), 0);
        assertEq(prediction.maxOracleDelay(), DELAY);
        assertEq(prediction.settlementWindow(), WINDOW);
        assertEq(prediction.minBetAmount(), MIN_BET);
        assertEq(prediction.treasuryFee(), FEE);
        assertEq(prediction.maxPayoutMultiple(), 0);
        assertEq(prediction.treasuryAmount(), 0);
        assertEq(prediction.MAX_TREASURY_FEE(), 1000);
        assertTrue(!prediction.paused(), "not paused");
        assertEq(prediction.firstPausedEpoch(), 0);
        assertNextTerms(MIN_BET, FEE, 0);
    }

    function test_constructor_emitsTheFirstMinBetAmountAndTreasuryFee() public {
        vm.warp(lockOf(4));
        vm.expectEmit();
        emit IPrediction.NewMinBetAmount(5, MIN_BET);
        vm.expectEmit();
        emit IPrediction.NewTreasuryFee(5, FEE);
        deployPrediction(settings());
    }

    function test_constructor_revertsForAnOracleWithOtherDecimals() public {
        IPrediction.Settings memory invalid = settings();
        invalid.oracle = IPriceFeed(address(new OtherDecimals()));
        expectCreateRevert(invalid, abi.encodeWithSelector(IPrediction.InvalidOracle.selector, invalid.oracle));
    }

    function test_constructor_revertsForAnOracleWithoutCode() public {
        IPrediction.Settings memory invalid = settings();
        invalid.oracle = IPriceFeed(ALICE);
        expectCreateRevert(invalid, "");
    }

    function test_constructor_revertsForAnOwnerOfZero() public {
        IPrediction.Settings memory invalid = settings();
        invalid.owner = address(0);
        expectCreateRevert(invalid, abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
    }

    function test_constructor_checksTheInterval() public {
        IPrediction.Settings memory edge = settings();
        edge.intervalSeconds = 0;
        expectTimingRevert(edge);
        edge.intervalSeconds = 1;
        deployPrediction(edge);
        edge.intervalSeconds = 30 days;
        deployPrediction(edge);
        edge.intervalSeconds = 30 days + 1;
        expectTimingRevert(edge);
    }

    function test_constructor_checksTheGenesis() public {
        IPrediction.Settings memory edge = settings();
        edge.genesisTimestamp = INTERVAL - 1;
        expectTimingRevert(edge);
        edge.genesisTimestamp = INTERVAL;
        deployPrediction(edge);
        edge.genesisTimestamp = block.timestamp + 30 days;
        deployPrediction(edge);
        edge.genesisTimestamp = block.timestamp + 30 days + 1;
        expectTimingRevert(edge);
    }

    function test_constructor_checksTheStrikeDelay() public {
        IPrediction.Settings memory edge = settings();
        edge.strikeDelay = INTERVAL - 1;
        deployPrediction(edge);
        edge.strikeDelay = INTERVAL;
        expectTimingRevert(edge);
    }

    function test_constructor_checksTheOracleDelay() public {
        IPrediction.Settings memory edge = settings();
        edge.maxOracleDelay = 0;
        expectTimingRevert(edge);
        edge.maxOracleDelay = 1;
        deployPrediction(edge);
        edge.maxOracleDelay = WINDOW;
        deployPrediction(edge);
        edge.maxOracleDelay = WINDOW + 1;
        expectTimingRevert(edge);
    }

    function test_constructor_checksTheSettlementWindow() public {
        IPrediction.Settings memory edge = settings();
        edge.settlementWindow = 30 days;
        deployPrediction(edge);
        edge.settlementWindow = 30 days + 1;
        expectTimingRevert(edge);
    }

    function test_constructor_checksTheMinBetAmount() public {
        IPrediction.Settings memory invalid = settings();
        invalid.minBetAmount = 0;
        expectCreateRevert(invalid, abi.encodeWithSelector(IPrediction.InvalidMinBetAmount.selector, 0));
        invalid.minBetAmount = 1 << 80;
        expectCreateRevert(invalid, abi.encodeWithSelector(IPrediction.InvalidMinBetAmount.selector, 1 << 80));
    }

    function test_constructor_checksTheTreasuryFee() public {
        IPrediction.Settings memory invalid = settings();
        invalid.treasuryFee = 1001;
        expectCreateRevert(invalid, abi.encodeWithSelector(IPrediction.TreasuryFeeTooHigh.selector, 1001, 1000));
    }

    function test_owner_isTheOnlyAdministrator() public {
        bytes[7] memory calls = [
            abi.encodeCall(prediction.pause, ()),
            abi.encodeCall(prediction.unpause, ()),
            abi.encodeCall(prediction.setMinBetAmount, (1)),
            abi.encodeCall(prediction.setTreasuryFee, (1)),
            abi.encodeCall(prediction.claimTreasury, ()),
            abi.encodeCall(prediction.recoverToken, (ALICE, 1)),
            abi.encodeCall(prediction.transferOwnership, (ALICE))
        ];
        bytes memory unauthorized = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ALICE);
        for (uint256 i = 0; i < calls.length; ++i) {
            vm.prank(ALICE);
            (bool isOk, bytes memory revertData) = address(prediction).call(calls[i]);
            assertTrue(!isOk && keccak256(revertData) == keccak256(unauthorized), "only the owner");
        }
    }

    function test_transferOwnership_takesTwoSteps() public {
        vm.prank(OWNER);
        prediction.transferOwnership(ALICE);
        assertTrue(prediction.owner() == OWNER && prediction.pendingOwner() == ALICE, "offered");
        vm.prank(ALICE);
        prediction.acceptOwnership();
        assertTrue(prediction.owner() == ALICE, "accepted");
    }

    function test_pause_emitsTheFirstEpochWithoutBets() public {
        vm.warp(lockOf(1));
        vm.expectEmit(address(prediction));
        emit IPrediction.Pause(3);
        vm.prank(OWNER);
        prediction.pause();
    }

    function test_pause_takesEffectWithTheNextEpoch() public {
        vm.warp(lockOf(1) - 1);
        vm.prank(OWNER);
        prediction.pause();
        uint256[3] memory times = [lockOf(1) - 1, lockOf(1), lockOf(5)];
        for (uint256 i = 0; i < times.length; ++i) {
            vm.warp(times[i]);
            assertTrue(prediction.paused() == (i != 0), "paused from the next epoch on");
            assertEq(prediction.firstPausedEpoch(), 2);
        }
    }

    function test_pause_beforeGenesisStopsTheFirstRound() public {
        vm.prank(OWNER);
        prediction.pause();
        assertTrue(!prediction.paused(), "announced");
        vm.warp(GENESIS);
        assertTrue(prediction.paused(), "paused");
    }

    /// @dev The attack: the owner bets on the thin side and shuts everyone else out in the same transaction
    function test_pause_doesNotMakeTheOwnerTheLastBettor() public {
        betBull(ALICE, 1, 100 ether);
        vm.warp(lockOf(1) - 1);
        betBear(OWNER, 1, 5 ether);
        vm.prank(OWNER);
        prediction.pause();
        betBear(BOB, 1, 50 ether);
        assertPool(1, 100 ether, 55 ether);
    }

    function test_pause_revertsWhilePausedOrAnnounced() public {
        vm.prank(OWNER);
        prediction.pause();
        for (uint256 epoch = 1; epoch <= 2; ++epoch) {
            vm.expectRevert(IPrediction.BetsPaused.selector);
            vm.prank(OWNER);
            prediction.pause();
            vm.warp(lockOf(epoch));
        }
    }

    function test_unpause_emitsAndAllowsBetsAtOnce() public {
        vm.prank(OWNER);
        prediction.pause();
        vm.warp(lockOf(1));
        vm.expectEmit(address(prediction));
        emit IPrediction.Unpause(2);
        vm.prank(OWNER);
        prediction.unpause();
        assertEq(prediction.firstPausedEpoch(), 0);
        betBull(ALICE, 2, MIN_BET);
    }

    function test_unpause_callsOffAPauseThatHasNotBegun() public {
        vm.prank(OWNER);
        prediction.pause();
        vm.prank(OWNER);
        prediction.unpause();
        betBull(ALICE, 1, MIN_BET);
    }

    /// @dev The attack: a paused round opens for the owner's bet only
    function test_unpause_doesNotMakeTheOwnerTheOnlyBettor() public {
        vm.prank(OWNER);
        prediction.pause();
        vm.warp(lockOf(2) - 1);
        vm.prank(OWNER);
        prediction.unpause();
        betBear(OWNER, 2, 5 ether);
        vm.prank(OWNER);
        prediction.pause();
        betBull(ALICE, 2, 1 ether);
        assertPool(2, 1 ether, 5 ether);
    }

    function test_unpause_revertsWhileNotPaused() public {
        vm.expectRevert(IPrediction.BetsNotPaused.selector);
        vm.prank(OWNER);
        prediction.unpause();
    }

    function test_pause_doesNotStopSettlementAndClaims() public {
        betBoth(1, 1 ether, 1 ether);
        vm.prank(OWNER);
        prediction.pause();
        settle(1, PRICE);
        answer(2, PRICE + 1);
        assertTrue(prediction.paused(), "paused");
        prediction.executeRound();
        assertEq(claim(ALICE, 1), 1.94 ether);
    }

    function test_setMinBetAmount_emitsTheFirstEpochThatHasIt() public {
        vm.warp(lockOf(4));
        vm.expectEmit(address(prediction));
        emit IPrediction.NewMinBetAmount(7, 2 * MIN_BET);
        vm.prank(OWNER);
        prediction.setMinBetAmount(2 * MIN_BET);
    }

    function test_setMinBetAmount_takesEffectTwoEpochsLater() public {
        vm.warp(lockOf(1) - 1);
        vm.prank(OWNER);
        prediction.setMinBetAmount(2 * MIN_BET);
        uint256[4] memory times = [lockOf(1) - 1, lockOf(1), lockOf(2) - 1, lockOf(2)];
        for (uint256 i = 0; i < times.length; ++i) {
            vm.warp(times[i]);
            assertEq(prediction.minBetAmount(), i < 3 ? MIN_BET : 2 * MIN_BET);
            assertNextTerms(2 * MIN_BET, FEE, i < 3 ? 3 : 0);
        }
        vm.deal(address(this), MIN_BET);
        vm.expectRevert(abi.encodeWithSelector(IPrediction.BetTooSmall.selector, MIN_BET, 2 * MIN_BET));
        prediction.betBull{value: MIN_BET}(3);
        betBull(ALICE, 3, 2 * MIN_BET);
    }

    /// @dev The attack: as with a pause, by a minimum that no one can afford
    function test_setMinBetAmount_doesNotMakeTheOwnerTheLastBettor() public {
        betBull(ALICE, 1, 100 ether);
        vm.warp(lockOf(1) - 1);
        betBear(OWNER, 1, 5 ether);
        vm.prank(OWNER);
        prediction.setMinBetAmount(type(uint80).max);
        betBear(BOB, 1, MIN_BET);
        betBear(BOB, 2, MIN_BET);
        assertPool(1, 100 ether, 5 ether + MIN_BET);
    }

    function test_setMinBetAmount_isRefusedWhileAChangeOfTheFeeIsPending() public {
        vm.warp(GENESIS);
        vm.prank(OWNER);
        prediction.setTreasuryFee(1000);
        vm.warp(lockOf(2) - 1);
        vm.expectRevert(abi.encodeWithSelector(IPrediction.TermsChangePending.selector, 3));
        vm.prank(OWNER);
        prediction.setMinBetAmount(2 * MIN_BET);
        vm.warp(lockOf(2));
        vm.prank(OWNER);
        prediction.setMinBetAmount(2 * MIN_BET);
        assertNextTerms(2 * MIN_BET, 1000, 5);
        assertEq(prediction.treasuryFee(), 1000);
    }

    function test_setMinBetAmount_keepsTheFee() public {
        vm.warp(GENESIS);
        vm.prank(OWNER);
        prediction.setMinBetAmount(2 * MIN_BET);
        for (uint256 epoch = 1; epoch <= 4; ++epoch) {
            vm.warp(lockOf(epoch - 1));
            assertEq(prediction.treasuryFee(), FEE);
        }
    }

    function test_setMinBetAmount_revertsForZero() public {
        vm.expectRevert(abi.encodeWithSelector(IPrediction.InvalidMinBetAmount.selector, 0));
        vm.prank(OWNER);
        prediction.setMinBetAmount(0);
    }

    function test_setMinBetAmount_revertsFor2Pow80() public {
        vm.expectRevert(abi.encodeWithSelector(IPrediction.InvalidMinBetAmount.selector, 1 << 80));
        vm.prank(OWNER);
        prediction.setMinBetAmount(1 << 80);
    }

    function test_setTreasuryFee_emitsTheFirstEpochThatPaysIt() public {
        vm.warp(lockOf(4));
        vm.expectEmit(address(prediction));
        emit IPrediction.NewTreasuryFee(7, 1000);
        vm.prank(OWNER);
        prediction.setTreasuryFee(1000);
    }

    function test_setTreasuryFee_takesEffectTwoEpochsLater() public {
        vm.warp(lockOf(1) - 1);
        vm.prank(OWNER);
        prediction.setTreasuryFee(1000);
        uint256[4] memory times = [lockOf(1) - 1, lockOf(1), lockOf(2) - 1, lockOf(2)];
        for (uint256 i = 0; i < times.length; ++i) {
            vm.warp(times[i]);
            assertEq(prediction.treasuryFee(), i < 3 ? FEE : 1000);
            assertEq(prediction.minBetAmount(), MIN_BET);
            assertNextTerms(MIN_BET, 1000, i < 3 ? 3 : 0);
        }
    }

    function test_setTreasuryFee_beforeGenesisSparesTheFirstRound() public {
        vm.prank(OWNER);
        prediction.setTreasuryFee(1000);
        assertEq(prediction.treasuryFee(), FEE);
        assertNextTerms(MIN_BET, 1000, 2);
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        assertEq(prediction.treasuryFee(), 1000);
        assertEq(claim(ALICE, 1), 1.94 ether);
    }

    function test_setTreasuryFee_isRefusedWhileAChangeIsPending() public {
        vm.warp(lockOf(1));
        vm.prank(OWNER);
        prediction.setTreasuryFee(1000);
        vm.warp(lockOf(3) - 1);
        vm.expectRevert(abi.encodeWithSelector(IPrediction.TermsChangePending.selector, 4));
        vm.prank(OWNER);
        prediction.setTreasuryFee(FEE);
        vm.warp(lockOf(3));
        vm.prank(OWNER);
        prediction.setTreasuryFee(500);
        assertEq(prediction.treasuryFee(), 1000);
        assertNextTerms(MIN_BET, 500, 6);
        vm.warp(lockOf(5));
        assertEq(prediction.treasuryFee(), 500);
        assertNextTerms(MIN_BET, 500, 0);
    }

    function test_setTreasuryFee_isRefusedWhileAChangeOfTheMinimumIsPending() public {
        vm.prank(OWNER);
        prediction.setMinBetAmount(1);
        vm.expectRevert(abi.encodeWithSelector(IPrediction.TermsChangePending.selector, 2));
        vm.prank(OWNER);
        prediction.setTreasuryFee(1000);
    }

    /// @dev Raising the fee, betting first and lowering it again charges no one the high fee
    function test_setTreasuryFee_cannotBeRaisedAroundABet() public {
        vm.warp(GENESIS);
        vm.prank(OWNER);
        prediction.setTreasuryFee(1000);
        betBull(ALICE, 1, 1 ether);
        betBull(ALICE, 2, 1 ether);
        (,, uint256 first) = prediction.pools(1);
        (,, uint256 second) = prediction.pools(2);
        assertEq(first, FEE);
        assertEq(second, FEE);
    }

    function test_nextTerms_areTheCurrentOnesWithoutAChange() public {
        assertNextTerms(MIN_BET, FEE, 0);
        vm.warp(lockOf(1));
        assertNextTerms(MIN_BET, FEE, 0);
    }

    /// @dev The terms of an epoch are those of the change with the greatest first epoch up to it
    function testFuzz_terms_areThoseAnnouncedTwoEpochsBefore(uint256[8] memory seeds) public {
        uint256[8] memory fees;
        uint256[8] memory minimums;
        (fees[0], minimums[0]) = (FEE, MIN_BET);
        for (uint256 epoch = 1; epoch < 8; ++epoch) {
            vm.warp(lockOf(epoch - 1) + seeds[epoch] % INTERVAL);
            (fees[epoch], minimums[epoch]) = (fees[epoch - 1], minimums[epoch - 1]);
            (,, uint256 pendingEpoch) = prediction.nextTerms();
            if (pendingEpoch == 0 && seeds[epoch] % 4 != 0) {
                bool isFee = seeds[epoch] % 4 == 1;
                vm.prank(OWNER);
                if (isFee) prediction.setTreasuryFee(fees[epoch] = seeds[epoch] / 4 % 1001);
                else prediction.setMinBetAmount(minimums[epoch] = 1 + seeds[epoch] / 4 % 1 ether);
            }
            (uint256 fee, uint256 minimum) = epoch < 3 ? (FEE, MIN_BET) : (fees[epoch - 2], minimums[epoch - 2]);
            assertEq(prediction.treasuryFee(), fee);
            assertEq(prediction.minBetAmount(), minimum);
            betBull(ALICE, epoch, minimum);
            (,, uint256 recorded) = prediction.pools(epoch);
            assertEq(recorded, fee);
        }
    }

    function test_setTreasuryFee_revertsAboveTheLimit() public {
        vm.expectRevert(abi.encodeWithSelector(IPrediction.TreasuryFeeTooHigh.selector, 1001, 1000));
        vm.prank(OWNER);
        prediction.setTreasuryFee(1001);
    }

    function test_setTreasuryFee_doesNotTouchARunningRound() public {
        betBoth(1, 1 ether, 1 ether);
        vm.prank(OWNER);
        prediction.setTreasuryFee(1000);
        settle(1, PRICE);
        settle(2, PRICE + 1);
        vm.warp(lockOf(4));
        assertEq(claim(ALICE, 1), 1.94 ether);
    }

    function test_claimTreasury_sendsTheFeesAndNoMore() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        betBoth(3, 5 ether, 5 ether);
        assertEq(prediction.treasuryAmount(), 0.06 ether);
        vm.expectEmit(address(prediction));
        emit IPrediction.TreasuryClaim(0.06 ether);
        vm.prank(OWNER);
        prediction.claimTreasury();
        assertEq(OWNER.balance, 0.06 ether);
        assertEq(prediction.treasuryAmount(), 0);
        vm.prank(OWNER);
        prediction.claimTreasury();
        assertEq(OWNER.balance, 0.06 ether);
        assertEq(address(prediction).balance, 11.94 ether);
    }

    function test_claimTreasury_sendsLaterFeesLater() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        vm.prank(OWNER);
        prediction.claimTreasury();
        play(3, 2 ether, 2 ether, PRICE, PRICE + 1);
        assertEq(prediction.treasuryAmount(), 0.12 ether);
        vm.prank(OWNER);
        prediction.claimTreasury();
        assertEq(OWNER.balance, 0.18 ether);
        assertEq(prediction.treasuryAmount(), 0);
    }

    function test_claimTreasury_revertsIfTheOwnerRefusesIt() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        address refuser = address(new NoReceiver());
        vm.prank(OWNER);
        prediction.transferOwnership(refuser);
        vm.prank(refuser);
        prediction.acceptOwnership();
        vm.expectRevert(abi.encodeWithSelector(IPrediction.TransferFailed.selector, refuser, 0.06 ether));
        vm.prank(refuser);
        prediction.claimTreasury();
        assertEq(prediction.treasuryAmount(), 0.06 ether);
    }

    function test_recoverToken_sendsStrayTokensToTheOwner() public {
        Token token = new Token();
        token.mint(address(prediction), 10);
        vm.expectEmit(address(prediction));
        emit IPrediction.TokenRecovery(address(token), 7);
        vm.prank(OWNER);
        prediction.recoverToken(address(token), 7);
        assertEq(token.balanceOf(OWNER), 7);
        assertEq(token.balanceOf(address(prediction)), 3);
    }

    function test_recoverToken_revertsIfTheTokenDoes() public {
        Token token = new Token();
        vm.expectRevert();
        vm.prank(OWNER);
        prediction.recoverToken(address(token), 1);
    }

    function test_recoverToken_cannotTouchStakes() public {
        betBoth(1, 1 ether, 1 ether);
        vm.expectRevert();
        vm.prank(OWNER);
        prediction.recoverToken(address(prediction), 1 ether);
        assertEq(address(prediction).balance, 2 ether);
    }

    function assertNextTerms(uint256 minimum, uint256 fee, uint256 epoch) private view {
        (uint256 nextMinimum, uint256 nextFee, uint256 nextEpoch) = prediction.nextTerms();
        assertEq(nextMinimum, minimum);
        assertEq(nextFee, fee);
        assertEq(nextEpoch, epoch);
    }

    function assertPool(uint256 epoch, uint256 expectedBull, uint256 expectedBear) private view {
        (uint256 bull, uint256 bear,) = prediction.pools(epoch);
        assertEq(bull, expectedBull);
        assertEq(bear, expectedBear);
    }

    function expectTimingRevert(IPrediction.Settings memory invalid) private {
        expectCreateRevert(
            invalid,
            abi.encodeWithSelector(
                IPrediction.InvalidTiming.selector,
                invalid.genesisTimestamp,
                invalid.intervalSeconds,
                invalid.strikeDelay,
                invalid.maxOracleDelay,
                invalid.settlementWindow
            )
        );
    }

    /// @dev External, so that the revert of a constructor can be caught
    function create(IPrediction.Settings calldata chosen) external returns (DeployedPrediction) {
        return deployPrediction(chosen);
    }

    function expectCreateRevert(IPrediction.Settings memory invalid, bytes memory revertData) private {
        try this.create(invalid) {
            revert NotTrue("the constructor reverts");
        } catch (bytes memory reason) {
            assertTrue(keccak256(reason) == keccak256(revertData), string(reason));
        }
    }
}
