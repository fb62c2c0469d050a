// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "./interfaces/IPrediction.sol";
import {IPriceFeed} from "./interfaces/IPriceFeed.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title Up-or-down game; see {IPrediction}
contract Prediction is IPrediction, Ownable2Step, ReentrancyGuardTransient {
    using SafeCast for int256;
    using SafeCast for uint256;
    using SafeERC20 for IERC20;

    /// @dev Stakes of a round, and its fee from the first bet on
    struct Pool {
        uint120 bull;
        uint120 bear;
        uint16 feeBps;
    }

    /// @dev Price at the lock of an epoch
    struct Strike {
        int128 price;
        uint80 oracleRoundId;
        uint40 updatedAt;
        StrikeState state;
    }

    /// @dev Known facts of an epoch: the stakes of its round, and the price at its lock. One struct, because a claim needs
    /// both
    struct EpochData {
        Pool pool;
        Strike strike;
    }

    /// @dev `previousEpoch` links the bets of an account from newest to oldest; `number` counts them from 1
    struct Bet {
        uint128 amount;
        uint32 previousEpoch;
        uint32 number;
        bool isBull;
        bool claimed;
    }

    /// @dev Head of the linked bets of an account
    struct BetList {
        uint32 newestEpoch;
        uint32 count;
    }

    /// @dev Settings that the owner can change. Rounds before `newEpoch` have the old minimum and fee, the others the new ones;
    /// rounds from `firstPausedEpoch` on take no bets. One slot, which a bet reads once
    struct Terms {
        uint80 oldMinBetAmount;
        uint80 newMinBetAmount;
        uint16 oldFee;
        uint16 newFee;
        uint32 newEpoch;
        uint32 firstPausedEpoch;
    }

    /// @dev Fees of all rounds. Both sums only grow: collecting fees doesn't empty the slot, which a settlement would
    /// have to pay for
    struct Treasury {
        uint128 earned;
        uint128 collected;
    }

    /// @inheritdoc IPrediction
    uint256 public constant MAX_TREASURY_FEE = 1000;

    uint256 private constant BASIS_POINTS_IN_WHOLE = 10_000;
    uint256 private constant MAX_TIME_SETTING = 30 days;
    uint256 private constant MAX_LOOK_BACK = 32;
    uint256 private constant TERMS_NOTICE = 2;
    /// @dev Value of `firstPausedEpoch` while bets are neither paused nor about to be
    uint32 private constant NEVER = type(uint32).max;
    uint256 private constant MULTIPLE_OF_ONE = 100;
    /// @dev Most gas that an account may use when {payOut} pays it: enough for proxies such as a Safe
    uint256 private constant PAYMENT_GAS = 30_000;
    uint8 private constant PRICE_DECIMALS = 8;

    /// @inheritdoc IPrediction
    IPriceFeed public immutable oracle;
    /// @inheritdoc IPrediction
    uint256 public immutable genesisTimestamp;
    /// @inheritdoc IPrediction
    uint256 public immutable intervalSeconds;
    /// @inheritdoc IPrediction
    uint256 public immutable strikeDelay;
    /// @inheritdoc IPrediction
    uint256 public immutable maxOracleDelay;
    /// @inheritdoc IPrediction
    uint256 public immutable settlementWindow;
    /// @inheritdoc IPrediction
    uint256 public immutable maxPayoutMultiple;
    /// @dev Most that a stake can gain, in hundredths. Without a limit it is more than any losing side has
    uint256 private immutable _maxGainMultiple;

    Terms private _terms;
    Treasury private _treasury;
    mapping(uint256 epoch => EpochData) private _epochs;
    mapping(address user => mapping(uint256 epoch => Bet)) private _bets;
    mapping(address user => BetList) private _betLists;

    /// @dev Reverts with {InvalidOracle}, {InvalidTiming}, {InvalidMinBetAmount}, {TreasuryFeeTooHigh},
    /// {InvalidMaxPayoutMultiple} or, for a zero owner, `OwnableInvalidOwner`
    constructor(Settings memory settings) Ownable(settings.owner) {
        oracle = settings.oracle;
        genesisTimestamp = settings.genesisTimestamp;
        intervalSeconds = settings.intervalSeconds;
        strikeDelay = settings.strikeDelay;
        maxOracleDelay = settings.maxOracleDelay;
        settlementWindow = settings.settlementWindow;
        maxPayoutMultiple = settings.maxPayoutMultiple;
        _checkTiming(settings);
        _checkMaxPayoutMultiple(settings.maxPayoutMultiple);
        _maxGainMultiple =
            settings.maxPayoutMultiple == 0 ? type(uint136).max : settings.maxPayoutMultiple - MULTIPLE_OF_ONE;
        require(settings.oracle.decimals() == PRICE_DECIMALS, InvalidOracle(address(settings.oracle)));
        _terms.firstPausedEpoch = NEVER;
        _terms.newMinBetAmount = _toMinBetAmount(settings.minBetAmount);
        _terms.newFee = _toTreasuryFee(settings.treasuryFee);
        uint256 epoch = currentEpoch();
        emit NewMinBetAmount(epoch, settings.minBetAmount);
        emit NewTreasuryFee(epoch, settings.treasuryFee);
    }

    /// @inheritdoc IPrediction
    function betBull(uint256 epoch) external payable {
        _placeBet(epoch, true);
        emit BetBull(msg.sender, epoch, msg.value);
    }

    /// @inheritdoc IPrediction
    function betBear(uint256 epoch) external payable {
        _placeBet(epoch, false);
        emit BetBear(msg.sender, epoch, msg.value);
    }

    /// @inheritdoc IPrediction
    function claim(uint256[] calldata epochs) external nonReentrant {
        mapping(uint256 epoch => Bet) storage bets = _bets[msg.sender];
        uint256 total;
        for (uint256 i = 0; i < epochs.length; ++i) {
            uint256 epoch = epochs[i];
            // A payout has at most 121 bits.
            unchecked {
                total += _collect(bets[epoch], epoch);
            }
        }
        if (total != 0) _send(msg.sender, total);
    }

    /// @inheritdoc IPrediction
    function payOut(uint256 epoch, address[] calldata users) external nonReentrant {
        if (_undecidedStakes(epoch) != 0) return;
        for (uint256 i = 0; i < users.length; ++i) {
            _payOut(epoch, users[i]);
        }
    }

    /// @inheritdoc IPrediction
    function settle(uint256 epoch, uint80 oracleRoundId) external {
        require(!_isSettled(epoch), StrikeAlreadySettled(epoch));
        _settle(epoch, oracleRoundId, _latestOracleRoundId());
    }

    /// @inheritdoc IPrediction
    function settleMany(uint256[] calldata epochs, uint80[] calldata oracleRoundIds) external {
        require(epochs.length == oracleRoundIds.length, LengthMismatch(epochs.length, oracleRoundIds.length));
        uint80 latestId = _latestOracleRoundId();
        for (uint256 i = 0; i < epochs.length; ++i) {
            if (!_isSettled(epochs[i])) _settle(epochs[i], oracleRoundIds[i], latestId);
        }
    }

    /// @inheritdoc IPrediction
    function executeRound() external {
        uint256 epoch = Math.max(currentEpoch(), 2) - 1;
        require(!_isSettled(epoch), StrikeAlreadySettled(epoch));
        uint80 latestId = _latestOracleRoundId();
        _settle(epoch, _firstOracleRoundSince(strikeTimestamp(epoch), latestId), latestId);
    }

    /// @inheritdoc IPrediction
    function pause() external onlyOwner {
        require(_terms.firstPausedEpoch == NEVER, BetsPaused());
        uint256 epoch = currentEpoch() + 1;
        _terms.firstPausedEpoch = _toUint32(epoch);
        emit Pause(epoch);
    }

    /// @inheritdoc IPrediction
    function unpause() external onlyOwner {
        require(_terms.firstPausedEpoch != NEVER, BetsNotPaused());
        _terms.firstPausedEpoch = NEVER;
        emit Unpause(currentEpoch());
    }

    /// @inheritdoc IPrediction
    function setMinBetAmount(uint256 newMinBetAmount) external onlyOwner {
        uint256 epoch = _changeTerms(_toMinBetAmount(newMinBetAmount), _terms.newFee);
        emit NewMinBetAmount(epoch, newMinBetAmount);
    }

    /// @inheritdoc IPrediction
    function setTreasuryFee(uint256 newTreasuryFee) external onlyOwner {
        uint256 epoch = _changeTerms(_terms.newMinBetAmount, _toTreasuryFee(newTreasuryFee));
        emit NewTreasuryFee(epoch, newTreasuryFee);
    }

    /// @inheritdoc IPrediction
    function claimTreasury() external onlyOwner nonReentrant {
        uint256 amount = treasuryAmount();
        _treasury.collected = _treasury.earned;
        emit TreasuryClaim(amount);
        _send(msg.sender, amount);
    }

    /// @inheritdoc IPrediction
    function recoverToken(address token, uint256 amount) external onlyOwner {
        emit TokenRecovery(token, amount);
        IERC20(token).safeTransfer(msg.sender, amount);
    }

    /// @inheritdoc IPrediction
    function claimable(uint256 epoch) external view returns (bool) {
        return claimable(epoch, msg.sender);
    }

    /// @inheritdoc IPrediction
    function refundable(uint256 epoch) external view returns (bool) {
        return refundable(epoch, msg.sender);
    }

    /// @inheritdoc IPrediction
    function rounds(uint256 epoch_)
        external
        view
        returns (
            uint256 epoch,
            uint256 startTimestamp,
            uint256 lockTimestamp_,
            uint256 closeTimestamp,
            int256 lockPrice,
            int256 closePrice,
            uint256 lockOracleId,
            uint256 closeOracleId,
            uint256 totalAmount,
            uint256 bullAmount,
            uint256 bearAmount,
            uint256 rewardBaseCalAmount,
            uint256 rewardAmount,
            bool oracleCalled
        )
    {
        Round memory round = getRoundInfo(epoch_);
        return (
            round.epoch,
            round.startTimestamp,
            round.lockTimestamp,
            round.closeTimestamp,
            round.lockPrice,
            round.closePrice,
            round.lockOracleId,
            round.closeOracleId,
            round.totalAmount,
            round.bullAmount,
            round.bearAmount,
            round.rewardBaseCalAmount,
            round.rewardAmount,
            round.oracleCalled
        );
    }

    /// @inheritdoc IPrediction
    function pools(uint256 epoch) external view returns (uint256 bull, uint256 bear, uint256 feeBps) {
        Pool storage pool = _epochs[epoch].pool;
        return (pool.bull, pool.bear, pool.feeBps);
    }

    /// @inheritdoc IPrediction
    function strikes(uint256 epoch)
        external
        view
        returns (int256 price, uint80 oracleRoundId, uint256 updatedAt, StrikeState state)
    {
        Strike memory strike = _epochs[epoch].strike;
        return (strike.price, strike.oracleRoundId, strike.updatedAt, strike.state);
    }

    /// @inheritdoc IPrediction
    function ledger(uint256 epoch, address user)
        external
        view
        returns (Position position, uint256 amount, bool claimed)
    {
        Bet storage bet = _bets[user][epoch];
        return (_position(bet), bet.amount, bet.claimed);
    }

    /// @inheritdoc IPrediction
    function getUserRoundsLength(address user) external view returns (uint256) {
        return _betLists[user].count;
    }

    /// @inheritdoc IPrediction
    function owed(address user, uint256 cursor, uint256 size)
        external
        view
        returns (uint256 amount, uint256 nextCursor)
    {
        uint256[] memory epochs;
        (epochs,, nextCursor) = getUserRounds(user, cursor, size);
        for (uint256 i = 0; i < epochs.length; ++i) {
            amount += _owedFor(epochs[i], user);
        }
    }

    /// @inheritdoc IPrediction
    function solvency() external view returns (uint256 balance, uint256 committed) {
        balance = address(this).balance;
        uint256 epoch = currentEpoch();
        committed = treasuryAmount() + _undecidedStakes(epoch);
        if (epoch != 0) committed += _undecidedStakes(epoch - 1);
    }

    /// @inheritdoc IPrediction
    function minBetAmount() external view returns (uint256 minimum) {
        (minimum,) = _termsOf(currentEpoch());
    }

    /// @inheritdoc IPrediction
    function treasuryFee() external view returns (uint256 feeBps) {
        (, feeBps) = _termsOf(currentEpoch());
    }

    /// @inheritdoc IPrediction
    function nextTerms() external view returns (uint256 minBetAmount_, uint256 treasuryFee_, uint256 epoch) {
        epoch = _terms.newEpoch;
        (minBetAmount_, treasuryFee_) = _termsOf(epoch);
        if (currentEpoch() >= epoch) epoch = 0;
    }

    /// @inheritdoc IPrediction
    function paused() external view returns (bool) {
        return currentEpoch() >= _terms.firstPausedEpoch;
    }

    /// @inheritdoc IPrediction
    function firstPausedEpoch() external view returns (uint256 epoch) {
        epoch = _terms.firstPausedEpoch;
        if (epoch == NEVER) epoch = 0;
    }

    /// @inheritdoc IPrediction
    function treasuryAmount() public view returns (uint256) {
        return _treasury.earned - _treasury.collected;
    }

    /// @inheritdoc IPrediction
    function claimable(uint256 epoch, address user) public view returns (bool) {
        Bet storage bet = _bets[user][epoch];
        if (bet.amount == 0 || bet.claimed) return false;
        EpochData storage data = _epochs[epoch];
        int256 change = _priceChange(data, epoch, data.pool.bull, data.pool.bear);
        return change != 0 && bet.isBull == (change > 0);
    }

    /// @inheritdoc IPrediction
    function refundable(uint256 epoch, address user) public view returns (bool) {
        Bet storage bet = _bets[user][epoch];
        if (bet.amount == 0 || bet.claimed) return false;
        EpochData storage data = _epochs[epoch];
        (uint256 bull, uint256 bear) = (data.pool.bull, data.pool.bear);
        int256 change = _priceChange(data, epoch, bull, bear);
        if (change == 0) return _isRefunded(epoch, bull, bear);
        (uint256 winning, uint256 losing) = _sides(change, bull, bear);
        return bet.isBull != (change > 0) && _returned(bet.amount, winning, losing) != 0;
    }

    /// @inheritdoc IPrediction
    function currentEpoch() public view returns (uint256) {
        if (block.timestamp < genesisTimestamp) return 0;
        return (block.timestamp - genesisTimestamp) / intervalSeconds + 1;
    }

    /// @inheritdoc IPrediction
    function lockTimestamp(uint256 epoch) public view returns (uint256) {
        return genesisTimestamp + epoch * intervalSeconds;
    }

    /// @inheritdoc IPrediction
    function strikeTimestamp(uint256 epoch) public view returns (uint256) {
        return lockTimestamp(epoch) + strikeDelay;
    }

    /// @inheritdoc IPrediction
    function getRoundInfo(uint256 epoch) public view returns (Round memory round) {
        EpochData storage data = _epochs[epoch];
        Strike storage close = _epochs[epoch + 1].strike;
        (uint256 bull, uint256 bear) = (data.pool.bull, data.pool.bear);
        round.epoch = epoch;
        round.lockTimestamp = lockTimestamp(epoch);
        round.startTimestamp = round.lockTimestamp - intervalSeconds;
        round.closeTimestamp = round.lockTimestamp + intervalSeconds;
        round.lockPrice = data.strike.price;
        round.closePrice = close.price;
        round.lockOracleId = data.strike.oracleRoundId;
        round.closeOracleId = close.oracleRoundId;
        round.totalAmount = bull + bear;
        round.bullAmount = bull;
        round.bearAmount = bear;
        int256 change = _priceChange(data, epoch, bull, bear);
        round.oracleCalled = change != 0;
        if (round.oracleCalled) {
            (uint256 winning, uint256 losing) = _sides(change, bull, bear);
            round.rewardBaseCalAmount = winning;
            (round.rewardAmount,) = _split(winning, losing, data.pool.feeBps);
        }
    }

    /// @inheritdoc IPrediction
    function getUserRounds(address user, uint256 cursor, uint256 size)
        public
        view
        returns (uint256[] memory epochs, BetInfo[] memory bets, uint256 nextCursor)
    {
        uint256 epoch = cursor == 0 ? _betLists[user].newestEpoch : cursor;
        if (cursor != 0 && _bets[user][epoch].amount == 0) revert NoBet(cursor, user);
        uint256 length = Math.min(size, _bets[user][epoch].number);
        epochs = new uint256[](length);
        bets = new BetInfo[](length);
        for (uint256 i = 0; i < length; ++i) {
            Bet storage bet = _bets[user][epoch];
            epochs[i] = epoch;
            bets[i] = BetInfo(_position(bet), bet.amount, bet.claimed);
            epoch = bet.previousEpoch;
        }
        nextCursor = epoch;
    }

    /// @dev Checks and records a bet of `msg.value`. The caller emits the event
    function _placeBet(uint256 epoch, bool isBull) private {
        uint256 openEpoch = currentEpoch();
        require(openEpoch < _terms.firstPausedEpoch, BetsPaused());
        require(epoch == openEpoch && openEpoch != 0, EpochNotOpen(epoch, openEpoch));
        (uint256 minimum, uint16 feeBps) = _termsOf(epoch);
        require(msg.value >= minimum, BetTooSmall(msg.value, minimum));
        Bet storage bet = _bets[msg.sender][epoch];
        require(bet.amount == 0, BetAlreadyPlaced(epoch, msg.sender));

        BetList storage list = _betLists[msg.sender];
        uint120 amount = msg.value.toUint120();
        uint32 number = list.count + 1;
        (bet.amount, bet.previousEpoch, bet.number, bet.isBull) = (amount, list.newestEpoch, number, isBull);
        (list.newestEpoch, list.count) = (_toUint32(epoch), number);
        _addToPool(_epochs[epoch].pool, isBull, amount, feeBps);
    }

    /// @dev Adds a stake to its side and records the fee, which is the same for all bets of a round
    function _addToPool(Pool storage pool, bool isBull, uint120 amount, uint16 feeBps) private {
        (uint120 bull, uint120 bear) = (pool.bull, pool.bear);
        if (isBull) bull += amount;
        else bear += amount;
        (pool.bull, pool.bear, pool.feeBps) = (bull, bear, feeBps);
    }

    /// @dev Marks the caller's bet as claimed and returns what it gets: a payout, a refund or the returned part of a lost
    /// stake
    function _collect(Bet storage bet, uint256 epoch) private returns (uint256 amount) {
        amount = bet.amount;
        require(amount != 0, NoBet(epoch, msg.sender));
        require(!bet.claimed, AlreadyClaimed(epoch, msg.sender));
        EpochData storage data = _epochs[epoch];
        (uint256 bull, uint256 bear) = (data.pool.bull, data.pool.bear);
        int256 change = _priceChange(data, epoch, bull, bear);
        if (change == 0) {
            require(_isRefunded(epoch, bull, bear), RoundUndecided(epoch));
        } else {
            (uint256 winning, uint256 losing) = _sides(change, bull, bear);
            if (bet.isBull == (change > 0)) {
                amount = _payout(amount, winning, losing, data.pool.feeBps);
            } else {
                amount = _returned(amount, winning, losing);
                require(amount != 0, BetLost(epoch, msg.sender));
            }
        }
        bet.claimed = true;
        emit Claim(msg.sender, epoch, amount);
    }

    /// @dev Does nothing if there is nothing to collect. A refused payment leaves the bet as it was. A caller cannot cause that
    /// by a low gas limit: a payment with less than `PAYMENT_GAS` leaves at most 1/63 of it, and a write to storage takes 2,300
    function _payOut(uint256 epoch, address user) private {
        uint256 amount = _owedFor(epoch, user);
        if (amount == 0) return;
        Bet storage bet = _bets[user][epoch];
        bet.claimed = true;
        if (_trySend(user, amount)) emit Claim(user, epoch, amount);
        else bet.claimed = false;
    }

    /// @dev Sends with little gas, and copies nothing that the receiver returns
    function _trySend(address receiver, uint256 amount) private returns (bool sent) {
        assembly ("memory-safe") {
            sent := call(PAYMENT_GAS, receiver, amount, 0, 0, 0, 0)
        }
    }

    function _send(address receiver, uint256 amount) private {
        (bool sent,) = receiver.call{value: amount}("");
        require(sent, TransferFailed(receiver, amount));
    }

    /// @dev Settles a pending strike after checking that `oracleRoundId` is the first oracle round at or after its time
    function _settle(uint256 epoch, uint80 oracleRoundId, uint80 latestId) private {
        uint256 dueAt = _requireDue(epoch);
        (int256 answer, uint256 updatedAt) = _oracleRound(oracleRoundId);
        require(updatedAt >= dueAt, OracleRoundTooEarly(oracleRoundId, updatedAt, dueAt));
        require(updatedAt <= block.timestamp, OracleRoundInFuture(oracleRoundId, updatedAt));
        require(answer > 0 && answer <= type(int128).max, InvalidOracleAnswer(oracleRoundId, answer));
        _requireFirstSince(dueAt, oracleRoundId);
        _requireNotSuperseded(oracleRoundId, updatedAt, latestId);

        (int128 price, uint40 writtenAt) = (answer.toInt128(), updatedAt.toUint40());
        if (updatedAt <= dueAt + maxOracleDelay) _fix(epoch, oracleRoundId, price, writtenAt);
        else _void(epoch, oracleRoundId, writtenAt);
    }

    /// @dev Requires that the strike can be settled now
    function _requireDue(uint256 epoch) private view returns (uint256 dueAt) {
        require(epoch != 0, InvalidEpoch(epoch));
        dueAt = strikeTimestamp(epoch);
        require(block.timestamp >= dueAt, StrikeNotDue(epoch, dueAt));
        uint256 deadline = dueAt + settlementWindow;
        require(block.timestamp <= deadline, SettlementWindowClosed(epoch, deadline));
    }

    /// @dev The previous oracle round must exist and be older than `dueAt`. Aggregators count from 1, so the first
    /// round of a phase has no predecessor
    function _requireFirstSince(uint256 dueAt, uint80 oracleRoundId) private view {
        require((oracleRoundId & type(uint64).max) > 1, OracleRoundUnproven(oracleRoundId));
        (, uint256 previousUpdatedAt) = _oracleRound(oracleRoundId - 1);
        require(previousUpdatedAt != 0, OracleRoundUnproven(oracleRoundId));
        require(previousUpdatedAt < dueAt, OracleRoundNotFirst(oracleRoundId, previousUpdatedAt, dueAt));
    }

    /// @dev A replaced aggregator may keep reporting. Its rounds count only until the first round of any later phase;
    /// otherwise a strike could be settled in two ways
    function _requireNotSuperseded(uint80 oracleRoundId, uint256 updatedAt, uint80 latestId) private view {
        uint80 latestPhase = latestId >> 64;
        for (uint80 phase = (oracleRoundId >> 64) + 1; phase <= latestPhase; ++phase) {
            uint80 firstId = (phase << 64) | 1;
            (, uint256 firstUpdatedAt) = _oracleRound(firstId);
            require(firstUpdatedAt > updatedAt, OracleRoundSuperseded(oracleRoundId, firstId));
        }
    }

    function _void(uint256 epoch, uint80 oracleRoundId, uint40 updatedAt) private {
        _epochs[epoch].strike = Strike(0, oracleRoundId, updatedAt, StrikeState.Void);
        emit StrikeVoided(epoch, oracleRoundId);
    }

    /// @dev The later of its two strikes decides a round, so its fee is taken once
    function _fix(uint256 epoch, uint80 oracleRoundId, int128 price, uint40 updatedAt) private {
        _epochs[epoch].strike = Strike(price, oracleRoundId, updatedAt, StrikeState.Fixed);
        emit LockRound(epoch, oracleRoundId, price);
        if (epoch > 1) emit EndRound(epoch - 1, oracleRoundId, price);
        if (_epochs[epoch - 1].strike.price != 0) _takeFee(epoch - 1);
        if (_epochs[epoch + 1].strike.price != 0) _takeFee(epoch);
    }

    /// @dev Does nothing if the round has no winner
    function _takeFee(uint256 epoch) private {
        EpochData storage data = _epochs[epoch];
        (uint256 bull, uint256 bear) = (data.pool.bull, data.pool.bear);
        int256 change = _priceChange(data, epoch, bull, bear);
        if (change == 0) return;
        (uint256 winning, uint256 losing) = _sides(change, bull, bear);
        (uint256 reward, uint256 fee) = _split(winning, losing, data.pool.feeBps);
        _treasury.earned += fee.toUint128();
        emit RewardsCalculated(epoch, winning, reward, fee);
    }

    /// @dev Announces terms, from `epoch` on. The last change must have taken effect
    function _changeTerms(uint80 minimum, uint16 feeBps) private returns (uint256 epoch) {
        Terms storage terms = _terms;
        epoch = currentEpoch();
        uint256 pendingEpoch = terms.newEpoch;
        require(epoch >= pendingEpoch, TermsChangePending(pendingEpoch));
        epoch += TERMS_NOTICE;
        (terms.oldMinBetAmount, terms.oldFee) = (terms.newMinBetAmount, terms.newFee);
        (terms.newMinBetAmount, terms.newFee, terms.newEpoch) = (minimum, feeBps, _toUint32(epoch));
    }

    function _termsOf(uint256 epoch) private view returns (uint256 minimum, uint16 feeBps) {
        bool isOld = epoch < _terms.newEpoch;
        return isOld ? (_terms.oldMinBetAmount, _terms.oldFee) : (_terms.newMinBetAmount, _terms.newFee);
    }

    function _isSettled(uint256 epoch) private view returns (bool) {
        return _epochs[epoch].strike.state != StrikeState.Pending;
    }

    function _latestOracleRoundId() private view returns (uint80 latestId) {
        (latestId,,,,) = oracle.latestRoundData();
    }

    function _oracleRound(uint80 oracleRoundId) private view returns (int256 answer, uint256 updatedAt) {
        (, answer,, updatedAt,) = oracle.getRoundData(oracleRoundId);
    }

    /// @dev Walks back from the newest oracle round. The result is only a candidate; {_settle} verifies it
    function _firstOracleRoundSince(uint256 timestamp, uint80 latestId) private view returns (uint80 oracleRoundId) {
        oracleRoundId = latestId;
        for (uint256 i = 0; i < MAX_LOOK_BACK; ++i) {
            (, uint256 updatedAt) = _oracleRound(oracleRoundId - 1);
            if (updatedAt < timestamp) break;
            --oracleRoundId;
        }
    }

    /// @dev Uncollected value of a bet: its stake while the round is undecided or refunded, then its payout or what comes
    /// back of a lost stake
    function _owedFor(uint256 epoch, address user) private view returns (uint256) {
        Bet storage bet = _bets[user][epoch];
        if (bet.claimed) return 0;
        EpochData storage data = _epochs[epoch];
        (uint256 bull, uint256 bear) = (data.pool.bull, data.pool.bear);
        int256 change = _priceChange(data, epoch, bull, bear);
        if (change == 0) return bet.amount;
        (uint256 winning, uint256 losing) = _sides(change, bull, bear);
        bool isWon = bet.isBull == (change > 0);
        return isWon ? _payout(bet.amount, winning, losing, data.pool.feeBps) : _returned(bet.amount, winning, losing);
    }

    function _undecidedStakes(uint256 epoch) private view returns (uint256) {
        EpochData storage data = _epochs[epoch];
        (uint256 bull, uint256 bear) = (data.pool.bull, data.pool.bear);
        bool isDecided = _priceChange(data, epoch, bull, bear) != 0;
        return isDecided || _isRefunded(epoch, bull, bear) ? 0 : bull + bear;
    }

    /// @dev Close minus lock price of a round with a winner, else 0. Once it is not 0, it stays. Exits early to save storage
    /// reads
    function _priceChange(EpochData storage data, uint256 epoch, uint256 bull, uint256 bear)
        private
        view
        returns (int256)
    {
        if (bull == 0) return 0;
        if (bear == 0) return 0;
        // An epoch with bets has at most 32 bits, a price 128.
        unchecked {
            int256 closePrice = _epochs[epoch + 1].strike.price;
            if (closePrice == 0) return 0;
            int256 lockPrice = data.strike.price;
            if (lockPrice == 0) return 0;
            return closePrice - lockPrice;
        }
    }

    /// @dev Whether a round without a winner will never have one. Once true, it stays true
    function _isRefunded(uint256 epoch, uint256 bull, uint256 bear) private view returns (bool) {
        if (bull == 0 || bear == 0) return block.timestamp >= lockTimestamp(epoch);
        if (_isLost(epoch + 1) || _isLost(epoch)) return true;
        // Two prices but no winner: a tie.
        return _epochs[epoch + 1].strike.price != 0 && _epochs[epoch].strike.price != 0;
    }

    /// @dev Whether a strike will never have a price
    function _isLost(uint256 epoch) private view returns (bool) {
        Strike storage strike = _epochs[epoch].strike;
        if (strike.price != 0) return false;
        return strike.state == StrikeState.Void || block.timestamp > strikeTimestamp(epoch) + settlementWindow;
    }

    function _checkTiming(Settings memory settings) private view {
        bool isIntervalOk = settings.intervalSeconds != 0 && settings.intervalSeconds <= MAX_TIME_SETTING;
        bool isGenesisOk = settings.genesisTimestamp >= settings.intervalSeconds
            && settings.genesisTimestamp <= block.timestamp + MAX_TIME_SETTING;
        bool isStrikeOk = settings.strikeDelay < settings.intervalSeconds;
        bool isDelayOk = settings.maxOracleDelay != 0 && settings.maxOracleDelay <= settings.settlementWindow;
        bool isWindowOk = settings.settlementWindow <= MAX_TIME_SETTING;
        require(
            isIntervalOk && isGenesisOk && isStrikeOk && isDelayOk && isWindowOk,
            InvalidTiming(
                settings.genesisTimestamp,
                settings.intervalSeconds,
                settings.strikeDelay,
                settings.maxOracleDelay,
                settings.settlementWindow
            )
        );
    }

    /// @dev The upper limit keeps the products of {_matched} within 256 bits
    function _checkMaxPayoutMultiple(uint256 multiple) private pure {
        bool isLimitOk = multiple > MULTIPLE_OF_ONE && multiple <= type(uint32).max;
        require(multiple == 0 || isLimitOk, InvalidMaxPayoutMultiple(multiple));
    }

    function _toMinBetAmount(uint256 minimum) private pure returns (uint80) {
        require(minimum != 0 && minimum <= type(uint80).max, InvalidMinBetAmount(minimum));
        // forge-lint: disable-next-line(unsafe-typecast)
        return uint80(minimum);
    }

    function _toTreasuryFee(uint256 feeBps) private pure returns (uint16) {
        require(feeBps <= MAX_TREASURY_FEE, TreasuryFeeTooHigh(feeBps, MAX_TREASURY_FEE));
        // forge-lint: disable-next-line(unsafe-typecast)
        return uint16(feeBps);
    }

    /// @dev Cuts no epoch that matters: those from {NEVER} on take no bets
    function _toUint32(uint256 epoch) private pure returns (uint32) {
        // forge-lint: disable-next-line(unsafe-typecast)
        return uint32(epoch);
    }

    function _position(Bet storage bet) private view returns (Position) {
        return bet.isBull ? Position.Bull : Position.Bear;
    }

    function _sides(int256 priceChange, uint256 bull, uint256 bear)
        private
        pure
        returns (uint256 winning, uint256 losing)
    {
        return priceChange > 0 ? (bull, bear) : (bear, bull);
    }

    /// @dev The part of the losing side that is at stake: at most what the payout multiple allows the winners to gain
    function _matched(uint256 winning, uint256 losing) private view returns (uint256) {
        // A side has at most 120 bits.
        unchecked {
            uint256 maxGain = winning * _maxGainMultiple / MULTIPLE_OF_ONE;
            return maxGain < losing ? maxGain : losing;
        }
    }

    /// @dev `reward + fee` is the winning side and its match. The fee is rounded down and never exceeds the match, so that
    /// the reward is at least the winning side
    function _split(uint256 winning, uint256 losing, uint256 feeBps)
        private
        view
        returns (uint256 reward, uint256 fee)
    {
        uint256 matched = _matched(winning, losing);
        // A pool has at most 121 bits.
        unchecked {
            fee = (winning + matched) * feeBps / BASIS_POINTS_IN_WHOLE;
            if (fee > matched) fee = matched;
            reward = winning + matched - fee;
        }
    }

    /// @dev Share of a winning stake in the reward, rounded down
    function _payout(uint256 amount, uint256 winning, uint256 losing, uint256 feeBps) private view returns (uint256) {
        (uint256 reward,) = _split(winning, losing, feeBps);
        // A stake has at most 120 bits, a reward 121.
        unchecked {
            return amount * reward / winning;
        }
    }

    /// @dev Share of a losing stake in the unmatched part of its side, rounded down
    function _returned(uint256 amount, uint256 winning, uint256 losing) private view returns (uint256) {
        // Both factors have at most 120 bits.
        unchecked {
            return amount * (losing - _matched(winning, losing)) / losing;
        }
    }
}
