// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IPriceFeed} from "./IPriceFeed.sol";

/// @title Up or down: a pari-mutuel game on the price of one asset
/// @notice Rounds follow the clock and are numbered from 1 (the epoch). Round `e` takes bets for one interval, up to
/// its lock, and closes one interval later, at the lock of round `e + 1`. So one price per timestamp, the strike, is
/// both the lock price of round `e` and the close price of round `e - 1`. No transaction is needed to start, lock or end
/// a round.
///
/// The strike of epoch `e` is the first answer of the oracle at or after `strikeTimestamp(e)`, a few seconds after the
/// lock: an answer may be known before the block that carries it, and no one may bet on a known price. Anyone can settle
/// the strike with the id of that oracle round; the contract checks that no earlier one qualifies, so the outcome depends
/// neither on who settles nor on when.
///
/// A round has a winner if both its strikes are fixed, they differ and both sides have bets. In every other case all
/// stakes are returned in full. Let `W` be the stakes on the winning side and `L` those on the losing side:
///
/// - `matched = min(L, W * (maxPayoutMultiple - 100) / 100)`, or `L` without a limit, is what the winners can gain.
/// - `fee = min((W + matched) * feeBps / 10000, matched)` goes to the treasury.
/// - `reward = W + matched - fee` is shared by the winners: `stake * reward / W` each, never less than the stake.
/// - `L - matched` goes back to the losers: `stake * (L - matched) / L` each.
///
/// All divisions round down. With `W = 0`, nothing would be matched: that is the one-sided round, where everything goes
/// back.
///
/// Units: amounts are wei, prices have the oracle's 8 decimals, times are Unix seconds, fees are basis points.
/// Multiples are hundredths. Everything that PancakePredictionV2 also has uses the same name and encoding here; the
/// cursors of {getUserRounds} have another meaning.
interface IPrediction {
    /// @notice Side of a bet
    enum Position {
        Bull,
        Bear
    }

    /// @notice State of a strike. A pending strike can no longer be settled once its settlement window is over
    enum StrikeState {
        Pending,
        Fixed,
        Void
    }

    /// @notice One bet
    /// @param position Side of the bet
    /// @param amount Stake in wei; 0 if there is no bet
    /// @param claimed True once the reward, the refund or the returned part is collected
    struct BetInfo {
        Position position;
        uint256 amount;
        bool claimed;
    }

    /// @notice One round, as returned by {rounds} and {getRoundInfo}
    /// @param epoch Number of the round
    /// @param startTimestamp First second in which it takes bets
    /// @param lockTimestamp First second in which it takes no more bets; its lock price is the first after `strikeDelay`
    /// @param closeTimestamp Lock of the next round; its close price is the first after `strikeDelay`
    /// @param lockPrice Strike of `epoch`; 0 while unknown or if void
    /// @param closePrice Strike of `epoch + 1`; 0 while unknown or if void
    /// @param lockOracleId Oracle round behind the lock strike, fixed or void; 0 while unknown
    /// @param closeOracleId Oracle round behind the close strike, fixed or void; 0 while unknown
    /// @param totalAmount All stakes
    /// @param bullAmount Stakes on a rise
    /// @param bearAmount Stakes on a fall
    /// @param rewardBaseCalAmount Stakes on the winning side; 0 if the round has no winner (yet)
    /// @param rewardAmount What the winning side shares; 0 if the round has no winner (yet)
    /// @param oracleCalled True once the round has a winner; stays false for a round that is refunded
    struct Round {
        uint256 epoch;
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

    /// @notice Constructor arguments of a market
    /// @param oracle Price feed with 8 decimals
    /// @param owner First owner
    /// @param genesisTimestamp Start of round 1; in the past or at most 30 days ahead
    /// @param intervalSeconds Length of the betting phase of a round; 1 second to 30 days
    /// @param strikeDelay Seconds from a lock to the time of its strike; 0 to `intervalSeconds - 1`
    /// @param maxOracleDelay Seconds after the strike's time within which the first answer must come, else the strike is
    /// void; from 1
    /// @param settlementWindow Seconds after the strike's time in which it can be settled; `maxOracleDelay` to 30 days
    /// @param minBetAmount Smallest bet, 1 to 2^80 - 1 wei
    /// @param treasuryFee Share of the matched stakes kept by the treasury, at most 1000 basis points
    /// @param maxPayoutMultiple Largest payout per stake, before the fee, in hundredths; 101 to 2^32 - 1, or 0 for no limit
    struct Settings {
        IPriceFeed oracle;
        address owner;
        uint256 genesisTimestamp;
        uint256 intervalSeconds;
        uint256 strikeDelay;
        uint256 maxOracleDelay;
        uint256 settlementWindow;
        uint256 minBetAmount;
        uint256 treasuryFee;
        uint256 maxPayoutMultiple;
    }

    /// @notice The prices of the oracle do not have 8 decimals
    error InvalidOracle(address oracle);

    /// @notice A time of {Settings} is outside its limits
    error InvalidTiming(
        uint256 genesisTimestamp,
        uint256 intervalSeconds,
        uint256 strikeDelay,
        uint256 maxOracleDelay,
        uint256 settlementWindow
    );

    /// @notice The payout multiple, in hundredths, is outside its limits
    error InvalidMaxPayoutMultiple(uint256 maxPayoutMultiple);

    /// @notice The smallest bet must be 1 to 2^80 - 1 wei
    error InvalidMinBetAmount(uint256 minBetAmount);

    /// @notice The treasury fee is above the limit, both in basis points
    error TreasuryFeeTooHigh(uint256 treasuryFee, uint256 maxTreasuryFee);

    /// @notice The previous change of the smallest bet or the treasury fee takes effect with round `epoch` only
    error TermsChangePending(uint256 epoch);

    /// @notice The owner has paused bets, or announced it
    error BetsPaused();

    /// @notice Bets are neither paused nor about to be
    error BetsNotPaused();

    /// @notice A bet was sent to a round that takes none
    /// @param epoch The epoch in the call
    /// @param currentEpoch The open epoch; 0 before genesis
    error EpochNotOpen(uint256 epoch, uint256 currentEpoch);

    /// @notice The value sent is below the smallest bet, both in wei
    error BetTooSmall(uint256 amount, uint256 minBetAmount);

    /// @notice The account already has a bet in this round; a position can be neither raised nor changed
    error BetAlreadyPlaced(uint256 epoch, address account);

    /// @notice The account has no bet in this round
    error NoBet(uint256 epoch, address account);

    /// @notice The account already collected the reward, the refund or the returned part of its bet
    error AlreadyClaimed(uint256 epoch, address account);

    /// @notice The round is neither won nor refunded yet
    error RoundUndecided(uint256 epoch);

    /// @notice The account bet on the losing side of this round, and nothing of its stake comes back
    error BetLost(uint256 epoch, address account);

    /// @notice The receiver refused the transfer of `amount` wei
    error TransferFailed(address receiver, uint256 amount);

    /// @notice Epochs start at 1
    error InvalidEpoch(uint256 epoch);

    /// @notice The strike cannot be known before `strikeTimestamp`
    error StrikeNotDue(uint256 epoch, uint256 strikeTimestamp);

    /// @notice The strike could be settled until `deadline`; both its rounds are refunded
    error SettlementWindowClosed(uint256 epoch, uint256 deadline);

    /// @notice The strike is already fixed or void
    error StrikeAlreadySettled(uint256 epoch);

    /// @notice {settleMany} was called with lists of different lengths
    error LengthMismatch(uint256 epochs, uint256 oracleRoundIds);

    /// @notice The oracle's answer is zero, negative or absurdly large
    error InvalidOracleAnswer(uint80 oracleRoundId, int256 answer);

    /// @notice The oracle round was written before the strike's time, or never
    error OracleRoundTooEarly(uint80 oracleRoundId, uint256 updatedAt, uint256 strikeTimestamp);

    /// @notice The oracle round claims to be from the future
    error OracleRoundInFuture(uint80 oracleRoundId, uint256 updatedAt);

    /// @notice The previous oracle round was also at or after the strike's time
    error OracleRoundNotFirst(uint80 oracleRoundId, uint256 previousUpdatedAt, uint256 strikeTimestamp);

    /// @notice There is no previous oracle round in the same phase to prove that this one is the first
    error OracleRoundUnproven(uint80 oracleRoundId);

    /// @notice The oracle round belongs to an aggregator that was replaced: the first round of a later phase is
    /// missing or not later than this one
    error OracleRoundSuperseded(uint80 oracleRoundId, uint80 laterOracleRoundId);

    /// @notice Emitted when `sender` bets that the price will rise
    /// @param amount Stake in wei
    event BetBull(address indexed sender, uint256 indexed epoch, uint256 amount);

    /// @notice Emitted when `sender` bets that the price will fall
    /// @param amount Stake in wei
    event BetBear(address indexed sender, uint256 indexed epoch, uint256 amount);

    /// @notice Emitted for every epoch whose reward, refund or returned part `sender` collects, or is sent by {payOut}
    /// @param amount Of this epoch alone, in wei, even if one transfer pays several
    event Claim(address indexed sender, uint256 indexed epoch, uint256 amount);

    /// @notice Emitted when the lock price of a round is fixed
    /// @param roundId Oracle round id
    /// @param price With 8 decimals
    event LockRound(uint256 indexed epoch, uint256 indexed roundId, int256 price);

    /// @notice Emitted when the close price of a round is fixed
    /// @param roundId Oracle round id
    /// @param price With 8 decimals
    event EndRound(uint256 indexed epoch, uint256 indexed roundId, int256 price);

    /// @notice Emitted instead of {LockRound} and {EndRound} if the oracle's first answer came too late: the rounds
    /// `epoch` and `epoch - 1` are refunded
    /// @param roundId Oracle round id of the late answer
    event StrikeVoided(uint256 indexed epoch, uint256 indexed roundId);

    /// @notice Emitted once for a round that has a winner, as soon as its second strike is fixed
    /// @param rewardBaseCalAmount Stakes on the winning side, in wei
    /// @param rewardAmount What the winners share, in wei
    /// @param treasuryAmount Fee that went to the treasury, in wei. What is left of the pool goes back to the losers
    event RewardsCalculated(
        uint256 indexed epoch, uint256 rewardBaseCalAmount, uint256 rewardAmount, uint256 treasuryAmount
    );

    /// @notice Emitted when the owner pauses bets
    /// @param epoch First epoch without bets: the next one
    event Pause(uint256 indexed epoch);

    /// @notice Emitted when bets are allowed again, or a pause is called off before it begins
    /// @param epoch The current epoch
    event Unpause(uint256 indexed epoch);

    /// @notice Emitted at creation and whenever the owner changes the smallest bet
    /// @param epoch First epoch with the new minimum: the current one at creation, else the one after the next
    /// @param minBetAmount In wei
    event NewMinBetAmount(uint256 indexed epoch, uint256 minBetAmount);

    /// @notice Emitted at creation and whenever the owner changes the treasury fee
    /// @param epoch First epoch with the new fee: the current one at creation, else the one after the next
    /// @param treasuryFee In basis points
    event NewTreasuryFee(uint256 indexed epoch, uint256 treasuryFee);

    /// @notice Emitted when the owner collects the fees
    /// @param amount In wei
    event TreasuryClaim(uint256 amount);

    /// @notice Emitted when the owner recovers tokens that were sent here by mistake
    event TokenRecovery(address indexed token, uint256 amount);

    /// @notice Bets the value sent on a price rise between lock and close of the open round
    /// @dev Reverts with {BetsPaused}, {EpochNotOpen}, {BetTooSmall} or {BetAlreadyPlaced}. Epochs from 2^32 - 1 on are paused
    /// for ever. A stake of 2^120 wei or more reverts with `SafeCastOverflowedUintDowncast`, and a side that reaches 2^120 wei
    /// panics (0x11)
    /// @param epoch Must be the current epoch, so that a late transaction cannot land in the next round
    function betBull(uint256 epoch) external payable;

    /// @notice Same as {betBull}, for a price fall
    /// @param epoch Must be the current epoch
    function betBear(uint256 epoch) external payable;

    /// @notice Collects the caller's rewards, refunds and returned parts of several rounds in one transfer; works while
    /// paused
    /// @dev All or nothing. Reverts with {NoBet}, {AlreadyClaimed} (also for an epoch listed twice),
    /// {RoundUndecided}, {BetLost} or {TransferFailed}, and with `ReentrancyGuardReentrantCall` from within another
    /// claim. An empty list does nothing
    /// @param epochs Rounds to collect, in any order
    function claim(uint256[] calldata epochs) external;

    /// @notice Sends what bets of a round can collect to the accounts that placed them, the amounts of {claim}; works while
    /// paused
    /// @dev Open to anyone, who pays the gas and gets nothing. Skips accounts without a bet, with a lost or an already paid
    /// one, and does nothing while the round is undecided. An account gets at most 30,000 gas; one that refuses the coins
    /// keeps its bet, to be claimed later. A gas limit that is too low reverts all payments. Reverts with
    /// `ReentrancyGuardReentrantCall` from within a payment
    /// @param epoch The round
    /// @param users Accounts to pay, in any order; repeating one changes nothing
    function payOut(uint256 epoch, address[] calldata users) external;

    /// @notice Fixes the strike of an epoch, or voids it if the oracle's first answer is later than `maxOracleDelay`
    /// @dev Open to anyone. Reverts with {StrikeAlreadySettled}, {InvalidEpoch}, {StrikeNotDue},
    /// {SettlementWindowClosed}, {OracleRoundTooEarly}, {OracleRoundInFuture}, {InvalidOracleAnswer},
    /// {OracleRoundUnproven}, {OracleRoundNotFirst} or {OracleRoundSuperseded}, and with the oracle's error if it has
    /// no such round
    /// @param epoch Epoch whose strike is due
    /// @param oracleRoundId The first oracle round at or after `strikeTimestamp(epoch)`
    function settle(uint256 epoch, uint80 oracleRoundId) external;

    /// @notice Settles several strikes and skips those already settled, so losing a race does not revert
    /// @dev Reverts with {LengthMismatch}, and with the errors of {settle} for a strike that is still pending
    /// @param epochs Epochs to settle, in any order
    /// @param oracleRoundIds The oracle round of each epoch
    function settleMany(uint256[] calldata epochs, uint80[] calldata oracleRoundIds) external;

    /// @notice Settles the strike of the newest lock, looking up its oracle round among the newest ones
    /// @dev Looks back over at most 32 oracle rounds. Reverts with the errors of {settle}: {StrikeNotDue} until
    /// `strikeDelay` has passed since the lock and before the first lock, {OracleRoundTooEarly} while the oracle has no
    /// answer since then, {OracleRoundNotFirst} if the answer is further back
    function executeRound() external;

    /// @notice Pauses bets from the next epoch on; claims and settlement continue. The open round takes bets until its lock,
    /// or the owner could bet last in it
    /// @dev Only the owner. Reverts with {BetsPaused} if bets are paused or about to be
    function pause() external;

    /// @notice Allows bets again at once, or calls off a pause that has not begun. Nothing is at stake in a paused round, and
    /// it cannot be paused again
    /// @dev Only the owner. Reverts with {BetsNotPaused} if bets are neither paused nor about to be
    function unpause() external;

    /// @notice Sets the smallest bet from epoch `currentEpoch() + 2` on, so that it never changes while a round takes bets
    /// @dev Only the owner. Reverts with {InvalidMinBetAmount}, and with {TermsChangePending} until the previous change of
    /// the minimum or the fee has taken effect
    /// @param newMinBetAmount In wei, 1 to 2^80 - 1
    function setMinBetAmount(uint256 newMinBetAmount) external;

    /// @notice Sets the treasury fee from epoch `currentEpoch() + 2` on, so that the fee of a round is known before it
    /// takes bets
    /// @dev Only the owner. Reverts with {TreasuryFeeTooHigh}, and with {TermsChangePending} until the previous change of
    /// the minimum or the fee has taken effect
    /// @param newTreasuryFee In basis points, at most 1000
    function setTreasuryFee(uint256 newTreasuryFee) external;

    /// @notice Sends all collected fees to the owner
    /// @dev Only the owner. Reverts with {TransferFailed}
    function claimTreasury() external;

    /// @notice Sends ERC-20 tokens that were sent here by mistake to the owner. The game itself holds no tokens
    /// @dev Only the owner. Reverts if the token does. Don't deploy a market on a chain whose coin is also an ERC-20 token,
    /// such as Celo or Polygon: there, this function could move stakes. BNB is not one
    function recoverToken(address token, uint256 amount) external;

    /// @notice Whether `user` can collect a reward for this round. A refund or a returned part does not count
    function claimable(uint256 epoch, address user) external view returns (bool);

    /// @notice Same as {claimable} of the caller
    function claimable(uint256 epoch) external view returns (bool);

    /// @notice Whether `user` can collect a refund of this round, or the returned part of a losing stake
    function refundable(uint256 epoch, address user) external view returns (bool);

    /// @notice Same as {refundable} of the caller
    function refundable(uint256 epoch) external view returns (bool);

    /// @notice Number of the round that takes bets now; 0 before genesis
    function currentEpoch() external view returns (uint256);

    /// @notice First second in which a round takes no more bets
    function lockTimestamp(uint256 epoch) external view returns (uint256);

    /// @notice Time of a strike, `strikeDelay` seconds after the lock: it is the first answer of the oracle from then on
    function strikeTimestamp(uint256 epoch) external view returns (uint256);

    /// @notice One round; see {Round}. A future round has its times, and zeros elsewhere
    function rounds(uint256 epoch_)
        external
        view
        returns (
            uint256 epoch,
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

    /// @notice Same as {rounds}, in one struct
    function getRoundInfo(uint256 epoch) external view returns (Round memory round);

    /// @notice Stakes of a round
    /// @return bull Stakes on a rise, in wei
    /// @return bear Stakes on a fall, in wei
    /// @return feeBps Treasury fee, recorded with its first bet, in basis points; 0 until then
    function pools(uint256 epoch) external view returns (uint256 bull, uint256 bear, uint256 feeBps);

    /// @notice Strike of an epoch: lock price of that round, close price of the previous one
    /// @return price With 8 decimals; 0 unless fixed
    /// @return oracleRoundId Oracle round that settled it; 0 if pending
    /// @return updatedAt When the oracle wrote that round; 0 if pending
    /// @return state Pending, fixed or void
    function strikes(uint256 epoch)
        external
        view
        returns (int256 price, uint80 oracleRoundId, uint256 updatedAt, StrikeState state);

    /// @notice One bet; see {BetInfo}
    function ledger(uint256 epoch, address user) external view returns (Position position, uint256 amount, bool claimed);

    /// @notice Rounds in which `user` has a bet, newest first
    /// @dev The ABI is that of PancakePredictionV2, but there a page starts with the oldest bet and `cursor` counts bets.
    /// Gas is proportional to the page, however many bets `user` has. Reverts with {NoBet} if `cursor` is an epoch in
    /// which `user` has no bet
    /// @param cursor Epoch to start at; 0 for the newest bet
    /// @param size Maximum number of rounds to return
    /// @return epochs The rounds
    /// @return bets The bet in each of them
    /// @return nextCursor `cursor` of the next page: the epoch of the next older bet, 0 after the oldest
    function getUserRounds(address user, uint256 cursor, uint256 size)
        external
        view
        returns (uint256[] memory epochs, BetInfo[] memory bets, uint256 nextCursor);

    /// @notice Number of rounds in which `user` has a bet
    function getUserRoundsLength(address user) external view returns (uint256);

    /// @notice Amount that the contract owes `user` for a page of their rounds: stakes of undecided rounds, and uncollected
    /// rewards, refunds and returned parts
    /// @dev Same cursors as {getUserRounds}. At any block, the sum over all players plus `treasuryAmount` is at most the
    /// contract's balance; the difference is rounding dust of less than 1 wei per bet
    /// @return amount In wei
    /// @return nextCursor `cursor` of the next page
    function owed(address user, uint256 cursor, uint256 size) external view returns (uint256 amount, uint256 nextCursor);

    /// @notice The part of the conservation check that needs no list of players
    /// @return balance What the contract holds, in wei
    /// @return committed The least it must hold, in wei: the treasury, the stakes of the open round, and those of the
    /// locked round unless it is refunded
    function solvency() external view returns (uint256 balance, uint256 committed);

    /// @notice Price feed of this market; never changes
    function oracle() external view returns (IPriceFeed);

    /// @notice Start of round 1, in Unix seconds
    function genesisTimestamp() external view returns (uint256);

    /// @notice Length of the betting phase of a round, and of the phase from lock to close
    function intervalSeconds() external view returns (uint256);

    /// @notice Seconds from a lock to the time of its strike
    function strikeDelay() external view returns (uint256);

    /// @notice A first answer later than this many seconds after the strike's time voids the strike
    function maxOracleDelay() external view returns (uint256);

    /// @notice Seconds after the strike's time, inclusive, in which it can be settled
    function settlementWindow() external view returns (uint256);

    /// @notice Largest payout per stake, before the fee, in hundredths (2000 = 20.00); 0 for no limit. What the losing side
    /// has beyond that is returned to it
    function maxPayoutMultiple() external view returns (uint256);

    /// @notice Smallest bet of the open round, in wei
    function minBetAmount() external view returns (uint256);

    /// @notice Treasury fee of the open round, in basis points
    function treasuryFee() external view returns (uint256);

    /// @notice The announced smallest bet, in wei, the announced treasury fee, in basis points, and the first epoch that has
    /// them; the current ones and epoch 0 if there is no pending change
    function nextTerms() external view returns (uint256 minBetAmount, uint256 treasuryFee, uint256 epoch);

    /// @notice Fees not yet collected by the owner, in wei
    function treasuryAmount() external view returns (uint256);

    /// @notice Highest possible treasury fee, in basis points
    function MAX_TREASURY_FEE() external view returns (uint256);

    /// @notice Whether bets are paused in the current epoch
    function paused() external view returns (bool);

    /// @notice First epoch without bets, which may be the next one; 0 unless bets are paused or about to be
    function firstPausedEpoch() external view returns (uint256);
}
