// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @title The part of a PancakePredictionV2 contract that the game service reads
/// @notice An operator starts, locks and ends the rounds. A round that is not locked or ended within the buffer is
/// refunded; the operator then has to pause, unpause and make the two genesis calls again. On a tie the house keeps the
/// pool. Units: amounts are wei, prices have 8 decimals, times are Unix seconds, fees are basis points.
interface IPancakePredictionV2 {
    /// @notice Side of a bet
    enum Position {
        Bull,
        Bear
    }

    /// @notice A bet on a fall
    event BetBear(address indexed sender, uint256 indexed epoch, uint256 amount);

    /// @notice A bet on a rise
    event BetBull(address indexed sender, uint256 indexed epoch, uint256 amount);

    /// @notice A payout or a returned stake
    event Claim(address indexed sender, uint256 indexed epoch, uint256 amount);

    /// @notice A round got its close price
    event EndRound(uint256 indexed epoch, uint256 indexed roundId, int256 price);

    /// @notice A round got its lock price and closes one interval from now
    event LockRound(uint256 indexed epoch, uint256 indexed roundId, int256 price);

    /// @notice New round length and buffer, for rounds that start from now on
    event NewBufferAndIntervalSeconds(uint256 bufferSeconds, uint256 intervalSeconds);

    /// @notice A new price feed, from the next lock on
    event NewOracle(address oracle);

    /// @notice A new fee for rounds that end from now on
    event NewTreasuryFee(uint256 indexed epoch, uint256 treasuryFee);

    /// @notice Bets and rounds stop until the contract is unpaused
    event Pause(uint256 indexed epoch);

    /// @notice Division of the pool of an ended round
    event RewardsCalculated(
        uint256 indexed epoch, uint256 rewardBaseCalAmount, uint256 rewardAmount, uint256 treasuryAmount
    );

    /// @notice A round opened for bets
    event StartRound(uint256 indexed epoch);

    /// @notice The contract was unpaused; the next round starts with a genesis call
    event Unpause(uint256 indexed epoch);

    /// @notice Seconds after the due time in which a round can be locked or ended
    function bufferSeconds() external view returns (uint256);

    /// @notice Whether `user` can collect a payout of round `epoch`
    function claimable(uint256 epoch, address user) external view returns (bool);

    /// @notice The newest round; 0 before the first
    function currentEpoch() external view returns (uint256);

    /// @notice Whether the first lock of a new series of rounds is done
    function genesisLockOnce() external view returns (bool);

    /// @notice Seconds from the start of a round to its lock, and from there to its close
    function intervalSeconds() external view returns (uint256);

    /// @notice The bet of `user` in round `epoch`; an amount of 0 means no bet
    function ledger(uint256 epoch, address user) external view returns (Position position, uint256 amount, bool claimed);

    /// @notice Price feed
    function oracle() external view returns (address);

    /// @notice Whether `user` can collect a refund of round `epoch`
    function refundable(uint256 epoch, address user) external view returns (bool);

    /// @notice All fields of a round; zeros for one that has not started
    function rounds(uint256 epoch)
        external
        view
        returns (
            uint256 number,
            uint256 startTimestamp,
            uint256 lockTimestamp,
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
        );

    /// @notice Share of the pool that the house currently keeps
    function treasuryFee() external view returns (uint256);
}
