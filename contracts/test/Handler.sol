// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {MockPriceFeed} from "../src/test/MockPriceFeed.sol";
import {DeployedPrediction} from "./DeployedPrediction.sol";
import {OracleModel} from "./OracleModel.sol";
import {NoReceiver, Reenterer, Wallet} from "./Stubs.sol";
import {Cheats} from "./Vm.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @notice Handler of the invariant tests. Everyone around a market, acting at any time: players of every kind, settlers
/// with right and wrong proofs, an oracle with gaps, bad answers and new phases, and the owner. Each call checks that the
/// contract did exactly what it should, so no call may revert. The first call decides the maximum multiple and the strike delay
contract Handler is Cheats {
    using OracleModel for MockPriceFeed;
    using SafeCast for uint256;

    /// @dev State of a bet. From anything but `Open` it can only become `Claimed`, and from `Lost` nothing
    enum Fate {
        Open,
        Won,
        Lost,
        Refunded,
        Claimed
    }

    uint256 private constant MAX_STAKE = 100 ether;
    int256 private constant PRICE = 600e8;

    MockPriceFeed private immutable feed;
    address private immutable owner;
    IPrediction.Settings private settings;

    /// @notice The market; none before the first call
    DeployedPrediction public prediction;
    address[] public players;
    /// @notice Epochs with bets
    uint256[] public epochs;
    /// @dev Smallest bet at the first bet of an epoch; 0 without bets
    mapping(uint256 epoch => uint256) private minimums;
    mapping(address player => mapping(uint256 epoch => Fate)) private fates;

    /// @notice Wei paid into bets
    uint256 public paidIn;
    /// @notice Wei paid to players
    uint256 public paidOut;
    /// @notice Wei paid to the owner
    uint256 public paidToOwner;
    /// @notice Wei sent by force
    uint256 public forced;
    /// @notice Number of bets
    uint256 public bets;

    constructor(MockPriceFeed feed_, IPrediction.Settings memory settings_) {
        (feed, owner, settings) = (feed_, settings_.owner, settings_);
        for (uint160 i = 1; i <= 4; ++i) {
            players.push(address(0xF00D0000 + i));
        }
        players.push(address(new Wallet()));
        players.push(address(new NoReceiver()));
        players.push(address(new Reenterer()));
    }

    /// @dev Opens the market in the first call: with and without limit and delay, from the smallest to large ones
    modifier opened() {
        if (address(prediction) == address(0)) open(uint256(keccak256(msg.data)));
        _;
    }

    function playerCount() external view returns (uint256) {
        return players.length;
    }

    function epochCount() external view returns (uint256) {
        return epochs.length;
    }

    function wait(uint256 seed) external opened {
        vm.warp(block.timestamp + seed % 200);
    }

    /// @dev Long enough to miss oracle answers, and sometimes whole windows
    function sleep(uint256 seed) external opened {
        uint256 most = seed % 8 == 0 ? 2 * prediction.settlementWindow() : 3 * prediction.intervalSeconds();
        vm.warp(block.timestamp + seed / 8 % most);
    }

    /// @dev Some ordinary rounds: bets on both sides and an answer soon after the lock
    function playRounds(uint256 seed) external opened {
        for (uint256 i = 0; i < 4; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            uint256 epoch = prediction.currentEpoch();
            for (uint256 j = 0; j < 4; ++j) {
                bet(seed >> 8 * j, j % 2 == 0, seed >> j);
            }
            vm.warp(prediction.strikeTimestamp(epoch) + seed % 40);
            answer(seed);
        }
    }

    /// @dev Stakes differ by orders of magnitude, so that the maximum multiple and the fee cap matter
    function bet(uint256 playerSeed, bool isBull, uint256 amountSeed) public opened {
        address player = playerOf(playerSeed);
        uint256 epoch = prediction.currentEpoch();
        (, uint256 placed,) = prediction.ledger(epoch, player);
        uint256 minimum = prediction.minBetAmount();
        uint256 amount = bound(amountSeed / 4, minimum, minimum + (MAX_STAKE >> amountSeed % 4 * 12));
        vm.deal(player, player.balance + amount);
        bytes memory data =
            isBull ? abi.encodeCall(prediction.betBull, (epoch)) : abi.encodeCall(prediction.betBear, (epoch));
        vm.prank(player);
        (bool isOk,) = address(prediction).call{value: amount}(data);
        assertTrue(isOk == (epoch != 0 && placed == 0 && !prediction.paused()), "bet is accepted only when allowed");
        bool hasBets = minimums[epoch] != 0;
        bool isUnchanged = !prediction.paused() && minimum == minimums[epoch];
        assertTrue(!hasBets || isUnchanged, "a round with bets takes bets, with the same minimum");
        if (!isOk) return;
        (paidIn, bets) = (paidIn + amount, bets + 1);
        if (!hasBets) epochs.push(epoch);
        minimums[epoch] = minimum;
    }

    /// @dev Few distinct prices, so that ties happen; rarely an invalid one
    function answer(uint256 seed) public opened {
        feed.push(seed % 16 == 0 ? -(seed / 16 % 2).toInt256() : PRICE + (seed % 3).toInt256());
    }

    function startPhase(uint256 seed) external opened {
        if (seed % 4 == 0) feed.startPhase();
    }

    /// @dev Any epoch with any oracle round: near the newest one, or of any phase
    function settleAny(uint256 epochSeed, uint256 idSeed) external opened {
        (uint80 latestId,,,,) = feed.latestRoundData();
        uint80 number = (idSeed / 8 % 8).toUint80();
        uint80 id = idSeed % 2 == 0 ? latestId - number : uint80(bound(idSeed, 0, latestId >> 64)) << 64 | number;
        trySettle(bound(epochSeed, 0, prediction.currentEpoch() + 1), id);
    }

    /// @dev Some epochs with bets, or their next ones, with the right oracle rounds
    function settleRight(uint256 seed) external opened {
        for (uint256 i = 0; i < 8 && epochs.length != 0; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            uint256 epoch = epochs[seed / 2 % epochs.length] + seed % 2;
            trySettle(epoch, feed.firstSince(prediction.strikeTimestamp(epoch)));
        }
    }

    function executeRound() external opened {
        uint256 epoch = prediction.currentEpoch();
        uint80 right = epoch < 2 ? 0 : feed.firstSince(prediction.strikeTimestamp(epoch - 1));
        bool isSettleable = epoch >= 2 && canSettle(epoch - 1, right);
        try prediction.executeRound() {
            assertTrue(isSettleable, "settles only if possible");
            assertSettledBy(epoch - 1, right);
        } catch {
            (uint80 latestId,,,,) = feed.latestRoundData();
            assertTrue(!isSettleable || latestId - right > 32, "settles if possible and within the look-back");
        }
    }

    /// @dev Everything that the player can collect
    function claimAll(uint256 playerSeed) external opened {
        address player = playerOf(playerSeed);
        (uint256[] memory all,,) = prediction.getUserRounds(player, 0, type(uint256).max);
        uint256[] memory good = new uint256[](all.length);
        uint256 count;
        for (uint256 i = 0; i < all.length; ++i) {
            if (canClaim(all[i], player)) good[count++] = all[i];
        }
        assembly ("memory-safe") {
            mstore(good, count)
        }
        tryClaim(player, good, true);
    }

    /// @dev One epoch, with or without something to collect
    function claimAny(uint256 playerSeed, uint256 epochSeed) external opened {
        address player = playerOf(playerSeed);
        uint256[] memory one = new uint256[](1);
        one[0] = bound(epochSeed, 0, prediction.currentEpoch() + 1);
        tryClaim(player, one, canClaim(one[0], player));
    }

    /// @dev Several players, possibly repeated, for an epoch with bets or any other
    function payOut(uint256 epochSeed, uint256 seed) external opened {
        uint256 count = epochs.length;
        uint256 epoch = count == 0 || seed % 8 == 0
            ? bound(epochSeed, 0, prediction.currentEpoch() + 1)
            : epochs[epochSeed % count];
        address[] memory users = new address[](seed / 8 % 4);
        uint256 expected;
        for (uint256 i = 0; i < users.length; ++i) {
            users[i] = playerOf(seed >> 8 * (i + 1));
            if (!contains(users, i, users[i])) expected += dueTo(users[i], epoch);
        }
        uint256 before = address(prediction).balance;
        bytes memory data = abi.encodeCall(prediction.payOut, (epoch, users));
        Reenterer(payable(players[6])).arm(address(prediction), 0, data);
        prediction.payOut(epoch, users);
        assertEq(before - address(prediction).balance, expected);
        paidOut += expected;
    }

    /// @dev Checks that the fate of a bet is final
    function observe(uint256 playerSeed) external opened {
        address player = playerOf(playerSeed);
        (uint256[] memory all,,) = prediction.getUserRounds(player, 0, type(uint256).max);
        for (uint256 i = 0; i < all.length; ++i) {
            Fate before = fates[player][all[i]];
            Fate now_ = fateOf(player, all[i]);
            bool isCollected = now_ == Fate.Claimed && before != Fate.Lost;
            assertTrue(before == Fate.Open || now_ == before || isCollected, "fate is final");
            fates[player][all[i]] = now_;
        }
    }

    function administer(uint256 seed) external opened {
        uint256 choice = seed % 4;
        if (choice == 0) collectFees();
        if (choice == 1) togglePause(seed / 4 % 4 == 0);
        if (choice == 2) changeTerms(abi.encodeCall(prediction.setTreasuryFee, (seed / 4 % 1001)));
        if (choice == 3) changeTerms(abi.encodeCall(prediction.setMinBetAmount, (1 + seed / 4 % 0.01 ether)));
    }

    /// @dev Adds balance without a call, as `selfdestruct` does
    function forceTransfer(uint256 seed) external opened {
        uint256 amount = seed % 1 ether;
        vm.deal(address(prediction), address(prediction).balance + amount);
        forced += amount;
    }

    function open(uint256 seed) private {
        uint256[5] memory multiples = [uint256(0), 101, 2000, 101 + seed / 64 % 900, type(uint32).max];
        uint256[4] memory delays = [0, 10, seed / 64 % settings.intervalSeconds, settings.intervalSeconds - 1];
        IPrediction.Settings memory chosen = settings;
        chosen.maxPayoutMultiple = multiples[seed % 8 % 5];
        chosen.strikeDelay = delays[seed / 8 % 4];
        chosen.treasuryFee = seed / 32 % 2 == 0 ? chosen.treasuryFee : seed / 64 % 1001;
        prediction = DeployedPrediction(vm.deployCode("Prediction.sol:Prediction", abi.encode(chosen)));
    }

    function collectFees() private {
        uint256 before = owner.balance;
        uint256 fees = prediction.treasuryAmount();
        vm.prank(owner);
        prediction.claimTreasury();
        assertEq(owner.balance - before, fees);
        paidToOwner += fees;
    }

    function changeTerms(bytes memory data) private {
        (,, uint256 pendingEpoch) = prediction.nextTerms();
        vm.prank(owner);
        (bool isOk,) = address(prediction).call(data);
        assertTrue(isOk == (pendingEpoch == 0), "one change at a time");
    }

    function togglePause(bool wantsPause) private {
        if ((prediction.firstPausedEpoch() != 0) == wantsPause) return;
        vm.prank(owner);
        if (wantsPause) prediction.pause();
        else prediction.unpause();
    }

    function trySettle(uint256 epoch, uint80 id) private {
        uint80 right = feed.firstSince(prediction.strikeTimestamp(epoch));
        bool isSettleable = id == right && canSettle(epoch, right);
        try prediction.settle(epoch, id) {
            assertTrue(isSettleable, "only the right round settles");
            assertSettledBy(epoch, right);
        } catch {
            assertTrue(!isSettleable, "the right round settles");
        }
    }

    function canSettle(uint256 epoch, uint80 right) private view returns (bool) {
        (,,, IPrediction.StrikeState state) = prediction.strikes(epoch);
        uint256 due = prediction.strikeTimestamp(epoch);
        bool isInWindow = block.timestamp >= due && block.timestamp <= due + prediction.settlementWindow();
        (, int256 price,,,) = feed.getRoundData(right);
        return epoch != 0 && isInWindow && state == IPrediction.StrikeState.Pending && right != 0 && price > 0;
    }

    function assertSettledBy(uint256 epoch, uint80 right) private view {
        (int256 price, uint80 id, uint256 updatedAt, IPrediction.StrikeState state) = prediction.strikes(epoch);
        (, int256 rightPrice,, uint256 rightTime,) = feed.getRoundData(right);
        bool isLate = rightTime > prediction.strikeTimestamp(epoch) + prediction.maxOracleDelay();
        assertTrue(state == (isLate ? IPrediction.StrikeState.Void : IPrediction.StrikeState.Fixed), "state");
        assertEq(id, right);
        assertEq(updatedAt, rightTime);
        assertEq(price, isLate ? int256(0) : rightPrice);
    }

    /// @dev A claim succeeds if there is something to collect and the player accepts transfers
    function tryClaim(address player, uint256[] memory claimed, bool isGood) private {
        uint256 expected = isGood ? worthOf(player, claimed) : 0;
        bytes memory data = abi.encodeCall(prediction.claim, (claimed));
        bool isThief = player == players[6];
        if (isThief) Reenterer(payable(player)).arm(address(prediction), 0, data);
        uint256 before = player.balance;
        vm.prank(player);
        (bool isOk,) = address(prediction).call(data);
        assertTrue(isOk == (isGood && (expected == 0 || player != players[5])), "claim succeeds only when allowed");
        if (!isOk) return;
        assertEq(player.balance - before, expected);
        paidOut += expected;
        if (isThief && expected != 0) assertTrue(!Reenterer(payable(player)).isOk(), "no second claim within a claim");
    }

    /// @dev What {payOut} sends to a player: nothing to the one that refuses it
    function dueTo(address player, uint256 epoch) private view returns (uint256) {
        if (player == players[5] || !canClaim(epoch, player)) return 0;
        uint256[] memory one = new uint256[](1);
        one[0] = epoch;
        return worthOf(player, one);
    }

    function contains(address[] memory all, uint256 count, address player) private pure returns (bool) {
        for (uint256 i = 0; i < count; ++i) {
            if (all[i] == player) return true;
        }
        return false;
    }

    function worthOf(address player, uint256[] memory claimed) private view returns (uint256 amount) {
        for (uint256 i = 0; i < claimed.length; ++i) {
            IPrediction.Round memory round = prediction.getRoundInfo(claimed[i]);
            (, uint256 stake,) = prediction.ledger(claimed[i], player);
            uint256 losing = round.totalAmount - round.rewardBaseCalAmount;
            if (prediction.claimable(claimed[i], player)) {
                uint256 payout = stake * round.rewardAmount / round.rewardBaseCalAmount;
                assertTrue(payout >= stake, "a right prediction never pays less than its stake");
                amount += payout;
            } else if (round.oracleCalled) {
                amount += stake * unmatchedOf(round.rewardBaseCalAmount, losing) / losing;
            } else {
                amount += stake;
            }
        }
    }

    /// @notice The part of the losing side that goes back to it
    function unmatchedOf(uint256 winning, uint256 losing) public view returns (uint256) {
        uint256 multiple = prediction.maxPayoutMultiple();
        uint256 maxGain = multiple == 0 ? losing : winning * (multiple - 100) / 100;
        return maxGain < losing ? losing - maxGain : 0;
    }

    function canClaim(uint256 epoch, address player) private view returns (bool) {
        bool isReward = prediction.claimable(epoch, player);
        bool isRefund = prediction.refundable(epoch, player);
        assertTrue(!isReward || !isRefund, "paid or refunded, never both");
        return isReward || isRefund;
    }

    function fateOf(address player, uint256 epoch) private view returns (Fate) {
        (,, bool isClaimed) = prediction.ledger(epoch, player);
        if (isClaimed) return Fate.Claimed;
        if (prediction.claimable(epoch, player)) return Fate.Won;
        if (prediction.refundable(epoch, player)) return Fate.Refunded;
        return prediction.getRoundInfo(epoch).oracleCalled ? Fate.Lost : Fate.Open;
    }

    function playerOf(uint256 seed) private view returns (address) {
        return players[seed % players.length];
    }
}
