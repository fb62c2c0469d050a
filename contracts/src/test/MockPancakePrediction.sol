// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPancakePredictionV2} from "../interfaces/IPancakePredictionV2.sol";
import {IPriceFeed} from "../interfaces/IPriceFeed.sol";

/// @title Stand-in for a PancakePredictionV2 contract, for tests
/// @notice Same rounds, same events in the same order, real stakes; anyone may act as operator and admin
contract MockPancakePrediction is IPancakePredictionV2 {
    /// @dev In the order of {IPancakePredictionV2.rounds}
    struct Round {
        uint256 number;
        uint256 startTimestamp;
        uint256 lockTimestamp;
        uint256 closeTimestamp;
        int256 lockPrice;
        int256 closePrice;
        uint256 lockOracleId;
        uint256 closeOracleId;
        uint256 totalAmount;
        uint256 bullAmount;
        uint256 bearAmount;
        uint256 rewardBaseCalAmount;
        uint256 rewardAmount;
        bool oracleCalled;
    }

    /// @dev One bet
    struct BetInfo {
        Position position;
        uint256 amount;
        bool claimed;
    }

    uint256 private constant BASIS_POINTS_IN_WHOLE = 10_000;

    /// @inheritdoc IPancakePredictionV2
    address public immutable oracle;

    /// @inheritdoc IPancakePredictionV2
    uint256 public bufferSeconds;

    /// @inheritdoc IPancakePredictionV2
    uint256 public intervalSeconds;

    /// @inheritdoc IPancakePredictionV2
    uint256 public treasuryFee;

    /// @inheritdoc IPancakePredictionV2
    uint256 public currentEpoch;

    /// @inheritdoc IPancakePredictionV2
    bool public genesisLockOnce;

    bool private _genesisStartOnce;
    bool private _paused;
    uint256 private _oracleLatestRoundId;

    /// @inheritdoc IPancakePredictionV2
    mapping(uint256 epoch => Round) public rounds;

    /// @inheritdoc IPancakePredictionV2
    mapping(uint256 epoch => mapping(address user => BetInfo)) public ledger;

    constructor(address oracle_, uint256 interval, uint256 buffer, uint256 fee) {
        oracle = oracle_;
        intervalSeconds = interval;
        bufferSeconds = buffer;
        treasuryFee = fee;
    }

    /// @notice Bets the value sent on a fall
    function betBear(uint256 epoch) external payable {
        rounds[epoch].bearAmount += msg.value;
        _bet(epoch, Position.Bear);
        emit BetBear(msg.sender, epoch, msg.value);
    }

    /// @notice Bets the value sent on a rise
    function betBull(uint256 epoch) external payable {
        rounds[epoch].bullAmount += msg.value;
        _bet(epoch, Position.Bull);
        emit BetBull(msg.sender, epoch, msg.value);
    }

    /// @notice Collects payouts and refunds, all or nothing
    function claim(uint256[] calldata epochs) external {
        uint256 total;
        for (uint256 i = 0; i < epochs.length; ++i) {
            total += _collect(epochs[i]);
        }
        (bool isSent,) = msg.sender.call{value: total}("");
        require(isSent, "TransferHelper: BNB_TRANSFER_FAILED");
    }

    /// @notice Locks the current round, ends the previous one and starts the next
    function executeRound() external {
        require(!_paused, "Pausable: paused");
        require(
            _genesisStartOnce && genesisLockOnce,
            "Can only run after genesisStartRound and genesisLockRound is triggered"
        );
        (uint80 id, int256 price) = _newPrice();
        uint256 epoch = currentEpoch;
        _lock(epoch, id, price);
        _end(epoch - 1, id, price);
        _start(epoch + 1);
    }

    /// @notice Starts the first round of a series
    function genesisStartRound() external {
        require(!_paused, "Pausable: paused");
        require(!_genesisStartOnce, "Can only run genesisStartRound once");
        _start(currentEpoch + 1);
        _genesisStartOnce = true;
    }

    /// @notice Locks the first round of a series and starts the second
    function genesisLockRound() external {
        require(!_paused, "Pausable: paused");
        require(_genesisStartOnce, "Can only run after genesisStartRound is triggered");
        require(!genesisLockOnce, "Can only run genesisLockRound once");
        (uint80 id, int256 price) = _newPrice();
        _lock(currentEpoch, id, price);
        _start(currentEpoch + 1);
        genesisLockOnce = true;
    }

    /// @notice Stops bets and rounds
    function pause() external {
        require(!_paused, "Pausable: paused");
        _paused = true;
        emit Pause(currentEpoch);
    }

    /// @notice Ends a pause; rounds resume with a genesis call
    function unpause() external {
        require(_paused, "Pausable: not paused");
        _genesisStartOnce = false;
        genesisLockOnce = false;
        _paused = false;
        emit Unpause(currentEpoch);
    }

    /// @notice Changes buffer and round length; only while paused
    function setBufferAndIntervalSeconds(uint256 buffer, uint256 interval) external {
        require(_paused, "Pausable: not paused");
        require(buffer < interval, "bufferSeconds must be inferior to intervalSeconds");
        bufferSeconds = buffer;
        intervalSeconds = interval;
        emit NewBufferAndIntervalSeconds(buffer, interval);
    }

    /// @notice Changes the fee; only while paused
    function setTreasuryFee(uint256 fee) external {
        require(_paused, "Pausable: not paused");
        require(fee <= 1000, "Treasury fee too high");
        treasuryFee = fee;
        emit NewTreasuryFee(currentEpoch, fee);
    }

    /// @inheritdoc IPancakePredictionV2
    function claimable(uint256 epoch, address user) public view returns (bool) {
        BetInfo memory bet = ledger[epoch][user];
        Round memory round = rounds[epoch];
        if (!round.oracleCalled || bet.amount == 0 || bet.claimed) return false;
        return bet.position == Position.Bull ? round.closePrice > round.lockPrice : round.closePrice < round.lockPrice;
    }

    /// @inheritdoc IPancakePredictionV2
    function refundable(uint256 epoch, address user) public view returns (bool) {
        BetInfo memory bet = ledger[epoch][user];
        Round memory round = rounds[epoch];
        if (round.oracleCalled || bet.amount == 0 || bet.claimed) return false;
        return block.timestamp > round.closeTimestamp + bufferSeconds;
    }

    function _bet(uint256 epoch, Position position) private {
        Round storage round = rounds[epoch];
        BetInfo storage bet = ledger[epoch][msg.sender];
        require(!_paused, "Pausable: paused");
        require(epoch == currentEpoch, "Bet is too early/late");
        require(block.timestamp > round.startTimestamp && block.timestamp < round.lockTimestamp, "Round not bettable");
        require(bet.amount == 0, "Can only bet once per round");
        round.totalAmount += msg.value;
        bet.position = position;
        bet.amount = msg.value;
    }

    function _collect(uint256 epoch) private returns (uint256 amount) {
        Round memory round = rounds[epoch];
        BetInfo storage bet = ledger[epoch][msg.sender];
        require(round.startTimestamp != 0, "Round has not started");
        require(block.timestamp > round.closeTimestamp, "Round has not ended");
        if (round.oracleCalled) {
            require(claimable(epoch, msg.sender), "Not eligible for claim");
            amount = (bet.amount * round.rewardAmount) / round.rewardBaseCalAmount;
        } else {
            require(refundable(epoch, msg.sender), "Not eligible for refund");
            amount = bet.amount;
        }
        bet.claimed = true;
        emit Claim(msg.sender, epoch, amount);
    }

    function _start(uint256 epoch) private {
        currentEpoch = epoch;
        Round storage round = rounds[epoch];
        round.number = epoch;
        round.startTimestamp = block.timestamp;
        round.lockTimestamp = block.timestamp + intervalSeconds;
        round.closeTimestamp = block.timestamp + 2 * intervalSeconds;
        emit StartRound(epoch);
    }

    function _lock(uint256 epoch, uint80 id, int256 price) private {
        Round storage round = rounds[epoch];
        require(block.timestamp >= round.lockTimestamp, "Can only lock round after lockTimestamp");
        require(block.timestamp <= round.lockTimestamp + bufferSeconds, "Can only lock round within bufferSeconds");
        round.closeTimestamp = block.timestamp + intervalSeconds;
        round.lockPrice = price;
        round.lockOracleId = id;
        emit LockRound(epoch, id, price);
    }

    function _end(uint256 epoch, uint80 id, int256 price) private {
        Round storage round = rounds[epoch];
        require(block.timestamp >= round.closeTimestamp, "Can only end round after closeTimestamp");
        require(block.timestamp <= round.closeTimestamp + bufferSeconds, "Can only end round within bufferSeconds");
        round.closePrice = price;
        round.closeOracleId = id;
        round.oracleCalled = true;
        emit EndRound(epoch, id, price);
        uint256 treasury = round.totalAmount;
        if (price != round.lockPrice) {
            treasury = (round.totalAmount * treasuryFee) / BASIS_POINTS_IN_WHOLE;
            round.rewardBaseCalAmount = price > round.lockPrice ? round.bullAmount : round.bearAmount;
            round.rewardAmount = round.totalAmount - treasury;
        }
        emit RewardsCalculated(epoch, round.rewardBaseCalAmount, round.rewardAmount, treasury);
    }

    /// @dev One price locks a round and ends the previous one
    function _newPrice() private returns (uint80 id, int256 price) {
        (id, price,,,) = IPriceFeed(oracle).latestRoundData();
        require(id > _oracleLatestRoundId, "Oracle update roundId must be larger than oracleLatestRoundId");
        _oracleLatestRoundId = id;
    }
}
