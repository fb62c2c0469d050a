// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {Game} from "./Game.sol";
import {NoReceiver, Reenterer} from "./Stubs.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

contract PredictionClaimTest is Game {
    function test_claim_paysTheBullsAfterARise() public {
        betBull(CAROL, 1, 2 ether);
        play(1, 1 ether, 3 ether, PRICE, PRICE + 1);
        vm.expectEmit(address(prediction));
        emit IPrediction.Claim(CAROL, 1, 3.88 ether);
        assertEq(claim(CAROL, 1), 3.88 ether);
        assertEq(claim(ALICE, 1), 1.94 ether);
        assertEq(address(prediction).balance, prediction.treasuryAmount());
    }

    function test_claim_paysTheBearsAfterAFall() public {
        play(1, 1 ether, 3 ether, PRICE, PRICE - 1);
        assertEq(claim(BOB, 1), 3.88 ether);
        assertEq(address(prediction).balance, prediction.treasuryAmount());
    }

    function test_claim_marksTheBet() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        claim(ALICE, 1);
        (,, bool claimed) = prediction.ledger(1, ALICE);
        assertTrue(claimed, "claimed");
    }

    function test_claim_revertsForALostBet() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        expectClaimRevert(BOB, 1, abi.encodeWithSelector(IPrediction.BetLost.selector, 1, BOB));
    }

    function test_claim_revertsWithoutABet() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        expectClaimRevert(CAROL, 1, abi.encodeWithSelector(IPrediction.NoBet.selector, 1, CAROL));
    }

    function test_claim_revertsTheSecondTime() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        claim(ALICE, 1);
        expectClaimRevert(ALICE, 1, abi.encodeWithSelector(IPrediction.AlreadyClaimed.selector, 1, ALICE));
    }

    function test_claim_revertsForAnEpochListedTwice() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        vm.expectRevert(abi.encodeWithSelector(IPrediction.AlreadyClaimed.selector, 1, ALICE));
        vm.prank(ALICE);
        prediction.claim(list(1, 1));
    }

    function test_claim_revertsTheSecondTimeForARefund() public {
        betBull(ALICE, 1, 1 ether);
        vm.warp(lockOf(1));
        claim(ALICE, 1);
        expectClaimRevert(ALICE, 1, abi.encodeWithSelector(IPrediction.AlreadyClaimed.selector, 1, ALICE));
    }

    function test_claim_revertsWhileTheRoundIsOpen() public {
        betBoth(1, 1 ether, 1 ether);
        expectUndecided(1);
    }

    function test_claim_revertsWhileOneStrikeIsPending() public {
        betBoth(1, 1 ether, 1 ether);
        uint80 id = answer(1, PRICE);
        vm.warp(lockOf(2));
        expectUndecided(1);
        prediction.settle(1, id);
        expectUndecided(1);
    }

    function test_claim_revertsWhileOnlyTheCloseIsSettled() public {
        betBoth(1, 1 ether, 1 ether);
        answer(1, PRICE);
        settle(2, PRICE + 1);
        expectUndecided(1);
    }

    function test_claim_isAllOrNothing() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        betBoth(3, 1 ether, 1 ether);
        vm.expectRevert(abi.encodeWithSelector(IPrediction.RoundUndecided.selector, 3));
        vm.prank(ALICE);
        prediction.claim(list(1, 3));
        assertEq(claim(ALICE, 1), 1.94 ether);
    }

    function test_claim_paysAndRefundsSeveralEpochsInOneTransfer() public {
        address counter = address(new Reenterer());
        betBull(counter, 1, 1 ether);
        betBear(BOB, 1, 1 ether);
        betBull(counter, 2, 5 ether);
        settle(1, PRICE);
        settle(2, PRICE + 1);
        settle(3, PRICE);
        Reenterer(payable(counter)).arm(address(prediction), 0, abi.encodeCall(prediction.treasuryAmount, ()));
        assertEq(claim(counter, list(2, 1)), 6.94 ether);
        assertTrue(Reenterer(payable(counter)).isOk(), "was paid");
    }

    function test_claim_emitsOneEventPerEpoch() public {
        betBull(ALICE, 1, 1 ether);
        betBull(ALICE, 2, 2 ether);
        vm.warp(lockOf(2));
        vm.expectEmit(address(prediction));
        emit IPrediction.Claim(ALICE, 2, 2 ether);
        vm.expectEmit(address(prediction));
        emit IPrediction.Claim(ALICE, 1, 1 ether);
        claim(ALICE, list(2, 1));
    }

    function test_claim_ofNothingDoesNothing() public {
        assertEq(claim(ALICE, new uint256[](0)), 0);
    }

    function test_claim_revertsIfTheReceiverRefusesIt() public {
        address refuser = address(new NoReceiver());
        betBull(refuser, 1, 1 ether);
        vm.warp(lockOf(1));
        expectClaimRevert(refuser, 1, abi.encodeWithSelector(IPrediction.TransferFailed.selector, refuser, 1 ether));
        (,, bool claimed) = prediction.ledger(1, refuser);
        assertTrue(!claimed, "can be claimed later");
    }

    function test_claim_cannotBeReentered() public {
        Reenterer thief = armed(abi.encodeCall(prediction.claim, (list(2))), 0);
        assertEq(claim(address(thief), 1), 1 ether);
        assertTrue(!thief.isOk(), "second claim is refused");
        bytes4 reentrant = ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector;
        assertTrue(bytes4(thief.result()) == reentrant, "by the guard");
        assertEq(address(prediction).balance, 2 ether);
    }

    function test_claimTreasury_cannotBeReenteredFromAClaim() public {
        Reenterer owner = armed(abi.encodeCall(prediction.claimTreasury, ()), 0);
        vm.prank(OWNER);
        prediction.transferOwnership(address(owner));
        vm.prank(address(owner));
        prediction.acceptOwnership();
        claim(address(owner), 1);
        assertTrue(!owner.isOk(), "refused");
    }

    function test_bet_canBePlacedFromWithinAClaim() public {
        Reenterer player = armed(abi.encodeCall(prediction.betBull, (3)), 1 ether);
        claim(address(player), 1);
        assertTrue(player.isOk(), "accepted");
        (, uint256 amount,) = prediction.ledger(3, address(player));
        assertEq(amount, 1 ether);
        assertEq(address(prediction).balance, 3 ether);
    }

    function test_refund_oneSided_isOpenFromTheSecondOfTheLock() public {
        betBull(ALICE, 1, 1 ether);
        betBull(BOB, 1, 2 ether);
        vm.warp(lockOf(1) - 1);
        expectUndecided(1);
        vm.warp(lockOf(1));
        assertRefunds(1, 1 ether, 2 ether);
    }

    function test_refund_oneSided_ofTheBears() public {
        betBear(ALICE, 1, 1 ether);
        betBear(BOB, 1, 2 ether);
        vm.warp(lockOf(1));
        assertRefunds(1, 1 ether, 2 ether);
    }

    function test_refund_oneSided_isTheSameAfterSettlement() public {
        betBull(ALICE, 1, 1 ether);
        betBull(BOB, 1, 2 ether);
        settle(1, PRICE);
        settle(2, PRICE + 1);
        assertRefunds(1, 1 ether, 2 ether);
    }

    function test_refund_tie() public {
        play(1, 1 ether, 2 ether, PRICE, PRICE);
        assertRefunds(1, 1 ether, 2 ether);
    }

    function test_refund_voidClose_isOpenAtOnce() public {
        betBoth(1, 1 ether, 2 ether);
        settle(1, PRICE);
        prediction.settle(2, answerAt(lockOf(2) + DELAY + 1, PRICE + 1));
        assertRefunds(1, 1 ether, 2 ether);
    }

    function test_refund_voidLock_isOpenAtOnce() public {
        betBoth(1, 1 ether, 2 ether);
        prediction.settle(1, answerAt(lockOf(1) + DELAY + 1, PRICE));
        assertRefunds(1, 1 ether, 2 ether);
    }

    function test_refund_voidLock_staysAfterTheCloseIsFixed() public {
        betBoth(1, 1 ether, 2 ether);
        prediction.settle(1, answerAt(lockOf(1) + DELAY + 1, PRICE));
        settle(2, PRICE + 1);
        assertRefunds(1, 1 ether, 2 ether);
    }

    function test_refund_voidStrike_leavesOtherRoundsAlone() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        prediction.settle(3, answerAt(lockOf(3) + DELAY + 1, PRICE));
        betBoth(4, 1 ether, 1 ether);
        settle(4, PRICE);
        settle(5, PRICE + 1);
        assertEq(claim(ALICE, list(1, 4)), 3.88 ether);
    }

    function test_refund_expiredLock_isOpenAfterTheLastSecondOfTheWindow() public {
        betBoth(1, 1 ether, 2 ether);
        answer(1, PRICE);
        settle(2, PRICE + 1);
        vm.warp(lockOf(1) + WINDOW);
        expectUndecided(1);
        vm.warp(lockOf(1) + WINDOW + 1);
        assertRefunds(1, 1 ether, 2 ether);
    }

    function test_refund_expiredClose_isOpenAfterTheLastSecondOfTheWindow() public {
        betBoth(1, 1 ether, 2 ether);
        settle(1, PRICE);
        vm.warp(lockOf(2) + WINDOW);
        expectUndecided(1);
        vm.warp(lockOf(2) + WINDOW + 1);
        assertRefunds(1, 1 ether, 2 ether);
    }

    function test_refund_withoutAnySettlement() public {
        betBoth(1, 1 ether, 2 ether);
        vm.warp(lockOf(1) + WINDOW + 1);
        assertRefunds(1, 1 ether, 2 ether);
    }

    function testFuzz_claim_paysTheShareOfTheRewardRoundedDown(
        uint256 firstSeed,
        uint256 secondSeed,
        uint256 otherSeed,
        uint256 feeSeed
    ) public {
        uint256 first = bound(firstSeed, MIN_BET, 1 << 100);
        uint256 second = bound(secondSeed, MIN_BET, 1 << 100);
        uint256 other = bound(otherSeed, MIN_BET, 1 << 100);
        uint256 fee = bound(feeSeed, 0, 1000);
        uint256 epoch = changeFee(fee);
        betBear(CAROL, epoch, second);
        play(epoch, other, first, PRICE, PRICE - 1);

        uint256 total = first + second + other;
        uint256 taken = total * fee / 10_000;
        if (taken > other) taken = other;
        assertEq(claim(BOB, epoch), first * (total - taken) / (first + second));
        assertEq(claim(CAROL, epoch), second * (total - taken) / (first + second));
        assertEq(prediction.treasuryAmount(), taken);
        uint256 dust = address(prediction).balance - prediction.treasuryAmount();
        assertTrue(dust < 2, "less than 1 wei a winner");
    }

    function testFuzz_claim_returnsTheWholeStakeOfATie(uint256 bullSeed, uint256 bearSeed) public {
        uint256 bull = bound(bullSeed, MIN_BET, (1 << 120) - 1);
        uint256 bear = bound(bearSeed, MIN_BET, (1 << 120) - 1);
        play(1, bull, bear, PRICE, PRICE);
        assertRefunds(1, bull, bear);
    }

    function expectUndecided(uint256 epoch) private {
        assertTrue(!prediction.claimable(epoch, ALICE) && !prediction.refundable(epoch, ALICE), "undecided");
        expectClaimRevert(ALICE, epoch, abi.encodeWithSelector(IPrediction.RoundUndecided.selector, epoch));
    }

    /// @dev Alice and Bob get these stakes back, nothing is left and the treasury got nothing
    function assertRefunds(uint256 epoch, uint256 alice, uint256 bob) private {
        assertTrue(prediction.refundable(epoch, ALICE) && !prediction.claimable(epoch, ALICE), "refundable");
        assertEq(claim(ALICE, epoch), alice);
        assertEq(claim(BOB, epoch), bob);
        assertEq(address(prediction).balance, 0);
        assertEq(prediction.treasuryAmount(), 0);
    }

    /// @dev An account with refunds of 1 BNB in epoch 1 and 2 BNB in epoch 2, which makes this call when it is paid
    function armed(bytes memory data, uint256 value) private returns (Reenterer account) {
        account = new Reenterer();
        betBull(address(account), 1, 1 ether);
        betBull(address(account), 2, 2 ether);
        vm.warp(lockOf(2));
        account.arm(address(prediction), value, data);
    }
}
