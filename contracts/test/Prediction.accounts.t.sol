// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {Game} from "./Game.sol";
import {NoReceiver, Wallet} from "./Stubs.sol";

/// @notice Every kind of account can bet, win, claim and get refunds
contract PredictionAccountsTest is Game {
    uint256 private constant KEY = 0xBEEF;

    function test_accounts_plain() public {
        address account = vm.addr(KEY);
        assertTrue(account.code.length == 0, "no code");
        assertPlays(account);
    }

    function test_accounts_contractWallet() public {
        Wallet wallet = new Wallet();
        betThrough(wallet, 1, true, 1 ether);
        betBear(BOB, 1, 1 ether);
        settle(1, PRICE);
        settle(2, PRICE + 1);
        betThrough(wallet, 3, false, 2 ether);
        vm.warp(lockOf(3));
        wallet.execute(address(prediction), 0, abi.encodeCall(prediction.claim, (list(1, 3))));
        assertEq(address(wallet).balance, 3.94 ether);
    }

    function test_accounts_delegated() public {
        vm.setEvmVersion("prague");
        address account = vm.addr(KEY);
        vm.signAndAttachDelegation(address(new Wallet()), KEY);
        assertPlays(account);
        assertTrue(account.code.length == 23, "has a delegate");
    }

    function test_accounts_delegatedThroughItsDelegate() public {
        vm.setEvmVersion("prague");
        address account = vm.addr(KEY);
        vm.signAndAttachDelegation(address(new Wallet()), KEY);
        betThrough(Wallet(payable(account)), 1, true, 1 ether);
        betBear(BOB, 1, 1 ether);
        settle(1, PRICE);
        settle(2, PRICE + 1);
        Wallet(payable(account)).execute(address(prediction), 0, abi.encodeCall(prediction.claim, (list(1))));
        assertEq(account.balance, 1.94 ether);
    }

    function test_accounts_delegateThatTakesNoTransfersCannotClaim() public {
        vm.setEvmVersion("prague");
        address account = vm.addr(KEY);
        betBull(account, 1, 1 ether);
        vm.warp(lockOf(1));
        vm.signAndAttachDelegation(address(new NoReceiver()), KEY);
        expectClaimRevert(account, 1, abi.encodeWithSelector(IPrediction.TransferFailed.selector, account, 1 ether));
        vm.signAndAttachDelegation(address(0), KEY);
        assertEq(claim(account, 1), 1 ether);
    }

    function test_accounts_plainThatGetsADelegateBeforeItsClaim() public {
        vm.setEvmVersion("prague");
        address account = vm.addr(KEY);
        betBull(account, 1, 1 ether);
        betBear(BOB, 1, 1 ether);
        settle(1, PRICE);
        settle(2, PRICE + 1);
        vm.signAndAttachDelegation(address(new Wallet()), KEY);
        assertEq(claim(account, 1), 1.94 ether);
    }

    /// @dev The account wins round 1, is refunded for round 3 and claims both itself
    function assertPlays(address account) private {
        betBull(account, 1, 1 ether);
        betBear(BOB, 1, 1 ether);
        settle(1, PRICE);
        settle(2, PRICE + 1);
        betBear(account, 3, 2 ether);
        vm.warp(lockOf(3));
        assertTrue(prediction.claimable(1, account) && prediction.refundable(3, account), "both");
        assertEq(claim(account, list(1, 3)), 3.94 ether);
    }

    function betThrough(NoReceiver wallet, uint256 epoch, bool isBull, uint256 amount) private {
        moveTo(lockOf(epoch - 1));
        vm.deal(address(this), amount);
        bytes memory data =
            isBull ? abi.encodeCall(prediction.betBull, (epoch)) : abi.encodeCall(prediction.betBear, (epoch));
        wallet.execute{value: amount}(address(prediction), amount, data);
    }
}
