// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @title What the game service reads of a PancakePredictionV2 contract
/// @notice Rounds are started, locked and ended by an operator. One that is not locked or ended within the buffer never
/// is: its stakes come back, and rounds begin anew with a pause, its end and two genesis calls. A tie is the house's.
/// Units: amounts are wei, prices have 8 decimals, times are Unix seconds, fees are basis points.
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

    /// @notice A round has got its close price
    event EndRound(uint256 indexed epoch, uint256 indexed roundId, int256 price);

    /// @notice A round has got its lock price and closes an interval from now
    event LockRound(uint256 indexed epoch, uint256 indexed roundId, int256 price);

    /// @notice New lengths for rounds that start from now on, and for what may be late
    event NewBufferAndIntervalSeconds(uint256 bufferSeconds, uint256 intervalSeconds);

    /// @notice A new fee for rounds that end from now on
    event NewTreasuryFee(uint256 indexed epoch, uint256 treasuryFee);

    /// @notice No bets and no rounds until the end of the pause
    event Pause(uint256 indexed epoch);

    /// @notice How the pot of a round that has ended is divided
    event RewardsCalculated(
        uint256 indexed epoch, uint256 rewardBaseCalAmount, uint256 rewardAmount, uint256 treasuryAmount
    );

    /// @notice A round takes bets
    event StartRound(uint256 indexed epoch);

    /// @notice The end of a pause: the next round starts with a genesis call
    event Unpause(uint256 indexed epoch);

    /// @notice Seconds after its due time in which a round can be locked or ended
    function bufferSeconds() external view returns (uint256);

    /// @notice Whether `user` can collect a payout of round `epoch`
    function claimable(uint256 epoch, address user) external view returns (bool);

    /// @notice The newest round; 0 before the first
    function currentEpoch() external view returns (uint256);

    /// @notice Whether the first lock of a new series of rounds is done
    function genesisLockOnce() external view returns (bool);

    /// @notice Seconds from the start of a round to its lock, and from there to its close
    function intervalSeconds() external view returns (uint256);

    /// @notice The bet of `user` in round `epoch`; an amount of 0 is none
    function ledger(uint256 epoch, address user) external view returns (Position position, uint256 amount, bool claimed);

    /// @notice Price feed
    function oracle() external view returns (address);

    /// @notice Whether `user` can get a stake in round `epoch` back
    function refundable(uint256 epoch, address user) external view returns (bool);

    /// @notice All of a round; zeros for one that has not started
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

    /// @notice Present share of the pot that the house keeps
    function treasuryFee() external view returns (uint256);
}
