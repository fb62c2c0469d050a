// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {MockPriceFeed} from "../src/test/MockPriceFeed.sol";
import {Game} from "./Game.sol";

/// @notice Gas that a transaction of each operation uses, including the 21,000 of the transaction itself and its calldata
/// @dev Isolation runs every call as a transaction, with cold storage
/// forge-config: default.isolate = true
contract PredictionGasTest is Game {
    uint256 private constant STAKE = 1 ether;
    /// @dev By this settlement there are two decided rounds, and fees in the treasury
    uint256 private constant STEADY = 4;
    /// @dev Cost of `CREATE` in the test, on top of the transaction
    uint256 private constant CREATE_GAS = 32_000;

    /// @dev Replaces the feed by one that is compiled like `Prediction`
    function setUp() public override {
        super.setUp();
        feed = MockPriceFeed(
            vm.deployCode("contracts/out/MockPriceFeed.sol/MockPriceFeed.json", abi.encode(address(this)))
        );
        prediction = deployPrediction(settings());
        answerAt(GENESIS, 1);
        answerAt(GENESIS, 1);
    }

    /// @dev With the strike delay and the maximum multiple of the public chains
    function settings() internal view override returns (IPrediction.Settings memory preset) {
        preset = super.settings();
        (preset.strikeDelay, preset.maxPayoutMultiple) = (10, 2000);
    }

    function test_gas_firstBet() public {
        betBull(ALICE, 1, STAKE);
        requireAtMost("first bet of a round, new user", 95_000);
    }

    function test_gas_laterBull() public {
        betAgain();
        betBull(ALICE, 2, STAKE);
        requireAtMost("later bet, returning user, bull", 61_000);
    }

    function test_gas_laterBear() public {
        betAgain();
        betBear(ALICE, 2, STAKE);
        requireAtMost("later bet, returning user, bear", 61_000);
    }

    function test_gas_settleNewest() public {
        prediction.settle(STEADY, playUntilSteady());
        requireAtMost("settle with bets, newest oracle round", 80_000);
    }

    function test_gas_settleOlder() public {
        uint80 id = playUntilSteady();
        answerThrice();
        prediction.settle(STEADY, id);
        requireAtMost("settle with bets, 3 oracle rounds later", 80_000);
    }

    function test_gas_executeNewest() public {
        playUntilSteady();
        prediction.executeRound();
        requireAtMost("executeRound with bets", 90_000);
    }

    function test_gas_executeOlder() public {
        playUntilSteady();
        answerThrice();
        prediction.executeRound();
        record("executeRound with bets, 3 oracle rounds later");
    }

    function test_gas_claim1() public {
        claimWon(1, 1);
        requireAtMost("claim 1 won", 46_500);
    }

    function test_gas_claim5Adjacent() public {
        claimWon(5, 1);
        requireAtMost("claim 5 won, adjacent", 102_000);
    }

    function test_gas_claim5() public {
        claimWon(5, 2);
        requireAtMost("claim 5 won", 102_000);
    }

    function test_gas_claim20Adjacent() public {
        claimWon(20, 1);
        requireAtMost("claim 20 won, adjacent", 315_000);
    }

    function test_gas_claim20() public {
        claimWon(20, 2);
        requireAtMost("claim 20 won", 315_000);
    }

    function test_gas_refundUnsettled() public {
        betBoth(1, STAKE, STAKE);
        moveTo(prediction.strikeTimestamp(2) + WINDOW + 1);
        claim(ALICE, 1);
        requireAtMost("refund 1, never settled", 42_000);
    }

    function test_gas_refundOneSided() public {
        betBull(ALICE, 1, STAKE);
        betBull(BOB, 1, STAKE);
        moveTo(lockOf(1));
        claim(ALICE, 1);
        requireAtMost("refund 1, one-sided", 42_000);
    }

    function test_gas_refundVoidLock() public {
        betBoth(1, STAKE, STAKE);
        prediction.settle(1, answerAt(prediction.strikeTimestamp(1) + DELAY + 1, 1));
        claim(ALICE, 1);
        record("refund 1, oracle late for the lock");
    }

    function test_gas_refundVoidClose() public {
        betBoth(1, STAKE, STAKE);
        settle(1, 1);
        prediction.settle(2, answerAt(prediction.strikeTimestamp(2) + DELAY + 1, 1));
        claim(ALICE, 1);
        record("refund 1, oracle late for the close");
    }

    function test_gas_refundTie() public {
        play(1, STAKE, STAKE, 1, 1);
        claim(ALICE, 1);
        record("refund 1, tie");
    }

    function test_gas_returned1() public {
        play(1, STAKE, 40 * STAKE, 1, 2);
        claim(BOB, 1);
        requireAtMost("claim 1 returned part of a lost bet", 46_500);
    }

    function test_gas_claimLimited1() public {
        play(1, STAKE, 40 * STAKE, 1, 2);
        claim(ALICE, 1);
        requireAtMost("claim 1 won, payout limited", 46_500);
    }

    function test_gas_payOut1() public {
        payOutWon(1);
        record("payOut to 1 winner");
    }

    function test_gas_payOut20() public {
        payOutWon(20);
        record("payOut to 20 winners");
    }

    function test_gas_setTreasuryFee() public {
        vm.prank(OWNER);
        prediction.setTreasuryFee(500);
        record("change the fee");
    }

    function test_gas_firstBetWithAPendingFee() public {
        betBull(CAROL, 1, STAKE);
        vm.prank(OWNER);
        prediction.setTreasuryFee(500);
        betBull(ALICE, 2, STAKE);
        requireAtMost("first bet of a round, new user, fee change pending", 95_000);
    }

    function test_gas_settleAfterTheTreasuryWasCollected() public {
        uint80 id = playUntilSteady();
        vm.prank(OWNER);
        prediction.claimTreasury();
        prediction.settle(STEADY, id);
        requireAtMost("settle with bets, treasury just collected", 80_000);
    }

    /// @dev `snapshotGasLastCall` does not measure creations
    function test_gas_deploy() public {
        bytes memory code = abi.encodePacked(vm.getCode(ARTIFACT), abi.encode(settings()));
        address created;
        uint256 gasBefore = gasleft();
        assembly ("memory-safe") {
            created := create(0, add(code, 32), mload(code))
        }
        uint256 gasUsed = gasBefore - gasleft() - CREATE_GAS;
        assertTrue(created != address(0), "deployed");
        vm.snapshotValue("Prediction", "deploy", gasUsed);
        assertTrue(gasUsed <= 2_700_000, "deployment is within its limit");
    }

    /// @dev Bets of Alice on round 1, of others on both sides of round 2
    function betAgain() private {
        betBull(ALICE, 1, STAKE);
        betBull(BOB, 2, STAKE);
        betBear(CAROL, 2, STAKE);
    }

    /// @dev Settles every strike but the last, whose oracle round it returns
    function playUntilSteady() private returns (uint80 id) {
        for (uint256 epoch = 1; epoch < STEADY; ++epoch) {
            betBoth(epoch, STAKE, STAKE);
            settle(epoch, int256(epoch));
        }
        betBoth(STEADY, STAKE, STAKE);
        return answer(STEADY, int256(STEADY));
    }

    function answerThrice() private {
        for (int256 price = 1; price <= 3; ++price) {
            answer(STEADY, price);
        }
    }

    /// @dev Claims `count` won rounds, `stride` epochs apart: adjacent rounds share a strike
    function claimWon(uint256 count, uint256 stride) private {
        uint256[] memory epochs = new uint256[](count);
        for (uint256 i = 0; i < count; ++i) {
            epochs[i] = i * stride + 1;
        }
        for (uint256 epoch = 1; epoch <= epochs[count - 1] + 1; ++epoch) {
            if ((epoch - 1) % stride == 0 && epoch <= epochs[count - 1]) betBoth(epoch, STAKE, STAKE);
            settle(epoch, int256(epoch));
        }
        claim(ALICE, epochs);
    }

    /// @dev Pays `count` winners of round 1
    function payOutWon(uint160 count) private {
        address[] memory winners = new address[](count);
        for (uint160 i = 0; i < count; ++i) {
            winners[i] = address(0xF00D0000 + i);
            betBull(winners[i], 1, STAKE);
        }
        betBear(BOB, 1, STAKE);
        settle(1, 1);
        settle(2, 2);
        prediction.payOut(1, winners);
    }

    /// @dev Records the gas of the last call and compares it to its limit
    function requireAtMost(string memory operation, uint256 limit) private {
        assertTrue(record(operation) <= limit, operation);
    }

    /// @dev Records the gas of the last call
    function record(string memory operation) private returns (uint256 gasUsed) {
        return vm.snapshotGasLastCall("Prediction", operation);
    }
}
