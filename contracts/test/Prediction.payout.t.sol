// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {Game} from "./Game.sol";
import {Bookkeeper, NoReceiver, Reenterer, ReturnBomb, Spender, Wallet} from "./Stubs.sol";
import {Sessions} from "./session/Sessions.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

contract PredictionPayOutTest is Game {
    uint256 private constant KEY = 0xBEEF;

    function test_payOut_paysWinnersWhatTheyCouldClaim() public {
        betBull(CAROL, 1, 2 ether);
        play(1, 1 ether, 3 ether, PRICE, PRICE + 1);
        vm.expectEmit(address(prediction));
        emit IPrediction.Claim(CAROL, 1, 3.88 ether);
        vm.expectEmit(address(prediction));
        emit IPrediction.Claim(ALICE, 1, 1.94 ether);
        prediction.payOut(1, users(CAROL, ALICE));
        assertEq(CAROL.balance, 3.88 ether);
        assertEq(ALICE.balance, 1.94 ether);
        assertEq(address(prediction).balance, prediction.treasuryAmount());
    }

    function test_payOut_marksTheBetSoThatItCannotBeClaimedToo() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        prediction.payOut(1, users(ALICE));
        (,, bool claimed) = prediction.ledger(1, ALICE);
        assertTrue(claimed, "claimed");
        expectClaimRevert(ALICE, 1, abi.encodeWithSelector(IPrediction.AlreadyClaimed.selector, 1, ALICE));
    }

    function test_payOut_refundsARoundWithoutAWinner() public {
        play(1, 1 ether, 2 ether, PRICE, PRICE);
        prediction.payOut(1, users(ALICE, BOB));
        assertEq(ALICE.balance, 1 ether);
        assertEq(BOB.balance, 2 ether);
    }

    function test_payOut_refundsAOneSidedRoundFromItsLock() public {
        betBull(ALICE, 1, 1 ether);
        vm.warp(lockOf(1) - 1);
        prediction.payOut(1, users(ALICE));
        assertEq(ALICE.balance, 0);
        vm.warp(lockOf(1));
        prediction.payOut(1, users(ALICE));
        assertEq(ALICE.balance, 1 ether);
    }

    function test_payOut_worksWhilePaused() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        vm.prank(OWNER);
        prediction.pause();
        vm.warp(lockOf(prediction.firstPausedEpoch()));
        prediction.payOut(1, users(ALICE));
        assertEq(ALICE.balance, 1.94 ether);
    }

    function test_payOut_doesNothingWhileTheRoundIsUndecided() public {
        betBoth(1, 1 ether, 1 ether);
        prediction.payOut(1, users(ALICE, BOB));
        settle(1, PRICE);
        prediction.payOut(1, users(ALICE, BOB));
        assertEq(ALICE.balance + BOB.balance, 0);
        settle(2, PRICE + 1);
        assertEq(claim(ALICE, 1), 1.94 ether);
    }

    function test_payOut_skipsLosersStrangersAndClaimedBets() public {
        betBull(CAROL, 1, 1 ether);
        play(1, 1 ether, 2 ether, PRICE, PRICE + 1);
        claim(CAROL, 1);
        uint256 paid = CAROL.balance;
        address[] memory everyone = new address[](4);
        (everyone[0], everyone[1], everyone[2], everyone[3]) = (BOB, address(this), CAROL, ALICE);
        prediction.payOut(1, everyone);
        assertEq(BOB.balance, 0);
        assertEq(CAROL.balance, paid);
        assertEq(ALICE.balance, 1.94 ether);
    }

    function test_payOut_paysARepeatedAccountOnce() public {
        betBull(CAROL, 1, 1 ether);
        play(1, 1 ether, 2 ether, PRICE, PRICE + 1);
        prediction.payOut(1, users(ALICE, ALICE));
        prediction.payOut(1, users(ALICE));
        assertEq(ALICE.balance, 1.94 ether);
        assertEq(claim(CAROL, 1), 1.94 ether);
    }

    function test_payOut_paysNothingForEpochsWithoutBetsOrAnEmptyList() public {
        play(1, 1 ether, 1 ether, PRICE, PRICE + 1);
        prediction.payOut(0, users(ALICE));
        prediction.payOut(7, users(ALICE));
        prediction.payOut(type(uint256).max >> 64, users(ALICE));
        prediction.payOut(1, new address[](0));
        assertEq(ALICE.balance, 0);
    }

    function test_payOut_paysProxiesAndDelegatedAccounts() public {
        vm.setEvmVersion("prague");
        address delegated = vm.addr(KEY);
        address wallet = address(new Wallet());
        betBull(delegated, 1, 1 ether);
        betBull(wallet, 1, 1 ether);
        vm.signAndAttachDelegation(wallet, KEY);
        vm.warp(lockOf(1));
        prediction.payOut(1, users(delegated, wallet));
        assertEq(delegated.balance, 1 ether);
        assertEq(wallet.balance, 1 ether);
    }

    function test_payOut_leavesARefusedBetClaimableAndPaysTheOthers() public {
        address refuser = address(new NoReceiver());
        betBull(refuser, 1, 1 ether);
        betBull(ALICE, 1, 1 ether);
        vm.warp(lockOf(1));
        vm.recordLogs();
        prediction.payOut(1, users(refuser, ALICE));
        assertEq(vm.getRecordedLogs().length, 1);
        assertEq(ALICE.balance, 1 ether);
        assertStillOwed(refuser);
    }

    function test_payOut_boundsTheGasOfAReceiverThatBurnsIt() public {
        address spender = address(new Spender());
        betBull(spender, 1, 1 ether);
        betBull(ALICE, 1, 1 ether);
        vm.warp(lockOf(1));
        uint256 before = gasleft();
        prediction.payOut(1, users(spender, ALICE));
        assertTrue(before - gasleft() < 150_000, "spends little");
        assertEq(ALICE.balance, 1 ether);
        assertStillOwed(spender);
    }

    function test_payOut_copiesNothingThatAReceiverReturns() public {
        address bomb = address(new ReturnBomb());
        betBull(bomb, 1, 1 ether);
        betBull(ALICE, 1, 1 ether);
        vm.warp(lockOf(1));
        uint256 before = gasleft();
        prediction.payOut(1, users(bomb, ALICE));
        assertTrue(before - gasleft() < 90_000, "spends little");
        assertEq(ALICE.balance, 1 ether);
    }

    function test_payOut_cannotBeReenteredByAClaim() public {
        Reenterer thief = armed(abi.encodeCall(prediction.claim, (list(1))));
        prediction.payOut(1, users(address(thief)));
        assertRefused(thief);
    }

    function test_payOut_cannotBeReenteredByItself() public {
        Reenterer thief = armed("");
        thief.arm(address(prediction), 0, abi.encodeCall(prediction.payOut, (1, users(ALICE))));
        prediction.payOut(1, users(address(thief)));
        assertRefused(thief);
    }

    function test_payOut_cannotBeCalledFromWithinAClaim() public {
        Reenterer thief = armed("");
        thief.arm(address(prediction), 0, abi.encodeCall(prediction.payOut, (1, users(ALICE))));
        claim(address(thief), 1);
        assertRefused(thief);
    }

    function testFuzz_payOut_paysAllOrRevertsWhateverTheGas(uint256 gasSeed) public {
        (address first, address second) = (address(new Bookkeeper()), address(new Bookkeeper()));
        betBull(first, 1, 1 ether);
        betBull(second, 1, 1 ether);
        vm.warp(lockOf(1));
        bytes memory data = abi.encodeCall(prediction.payOut, (1, users(first, second)));
        (bool isOk,) = address(prediction).call{gas: bound(gasSeed, 21_000, 200_000)}(data);
        assertEq(first.balance + second.balance, isOk ? 2 ether : 0);
    }

    function testFuzz_payOut_paysTheAmountsOfClaim(
        uint256 bullSeed,
        uint256 bearSeed,
        uint256 otherSeed,
        int256 changeSeed
    ) public {
        int256 change = changeSeed % 2;
        uint256 bull = bound(bullSeed, MIN_BET, 1 << 100);
        uint256 bear = bound(bearSeed, MIN_BET, 1 << 100);
        uint256 other = bound(otherSeed, MIN_BET, 1 << 100);
        IPrediction.Settings memory chosen = settings();
        chosen.maxPayoutMultiple = 2000;
        prediction = deployPrediction(chosen);
        // Round 3 repeats round 1. One is claimed, the other paid.
        for (uint256 epoch = 1; epoch <= 3; epoch += 2) {
            betBull(CAROL, epoch, other);
            play(epoch, bull, bear, PRICE, PRICE + change);
        }
        prediction.payOut(3, users(ALICE, BOB));
        prediction.payOut(3, users(CAROL));
        assertEq(claimedIfAny(ALICE), ALICE.balance / 2);
        assertEq(claimedIfAny(BOB), BOB.balance / 2);
        assertEq(claimedIfAny(CAROL), CAROL.balance / 2);
    }

    /// @dev Claims round 1 where it can be. The balance then holds this and the same payment of round 3
    function claimedIfAny(address user) private returns (uint256) {
        bool isOwed = prediction.claimable(1, user) || prediction.refundable(1, user);
        return isOwed ? claim(user, 1) : 0;
    }

    /// @dev Refused a refund of 1 BNB, and takes it by hand once it can
    function assertStillOwed(address user) private {
        assertEq(user.balance, 0);
        (uint256 amount,) = prediction.owed(user, 0, 1);
        assertEq(amount, 1 ether);
        assertTrue(prediction.refundable(1, user), "refundable");
        assertEq(address(prediction).balance, 1 ether);
    }

    function assertRefused(Reenterer thief) private view {
        assertTrue(!thief.isOk(), "the second call is refused");
        bytes4 reentrant = ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector;
        assertTrue(bytes4(thief.result()) == reentrant, "by the guard");
        assertEq(address(thief).balance, 1 ether);
        assertEq(address(prediction).balance, 1 ether);
    }

    /// @dev An account with a refund of 1 BNB in epoch 1, as Alice has, which makes this call when it is paid
    function armed(bytes memory data) private returns (Reenterer account) {
        account = new Reenterer();
        betBull(address(account), 1, 1 ether);
        betBull(ALICE, 1, 1 ether);
        vm.warp(lockOf(1));
        account.arm(address(prediction), 0, data);
    }

    function users(address a) private pure returns (address[] memory all) {
        all = new address[](1);
        all[0] = a;
    }

    function users(address a, address b) private pure returns (address[] memory all) {
        all = new address[](2);
        (all[0], all[1]) = (a, b);
    }
}

/// @notice The accounts of the embedded wallet take payments with little gas
contract PredictionPayOutSafeTest is Sessions {
    function test_payOut_paysASafe() public {
        vm.prank(safe);
        prediction.betBull{value: 1 ether}(1);
        vm.warp(lockOf(1));
        uint256 before = safe.balance;
        address[] memory users = new address[](1);
        users[0] = safe;
        vm.cool(safe);
        prediction.payOut(1, users);
        assertEq(safe.balance - before, 1 ether);
    }
}
