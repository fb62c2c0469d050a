/** One deliberate fault in `Prediction.sol`. */
export type Mutant = {
  /** What the fault does. */
  fault: string
  /** Occurs exactly once in the contract. */
  search: string
  replace: string
}

/** Faults that a test must detect, in the order of the contract. */
export const mutants: readonly Mutant[] = [
  {
    fault: 'accepts any oracle decimals',
    search: 'decimals() == PRICE_DECIMALS',
    replace: 'decimals() != 0',
  },
  {
    fault: 'claims can be re-entered',
    search: ' external nonReentrant {\n        mapping',
    replace: ' external {\n        mapping',
  },
  { fault: 'pays nothing', search: 'if (total != 0) _send', replace: 'if (total == 0) _send' },
  {
    fault: 'settles a strike twice',
    search: 'require(!_isSettled(epoch), StrikeAlreadySettled(epoch));\n        _settle',
    replace: '_settle',
  },
  {
    fault: 'settleMany does not skip settled strikes',
    search: 'if (!_isSettled(epochs[i])) _settle',
    replace: '_settle',
  },
  {
    fault: 'executeRound settles a strike twice',
    search: 'require(!_isSettled(epoch), StrikeAlreadySettled(epoch));\n        uint80',
    replace: 'uint80',
  },
  {
    fault: 'executeRound takes the strike before the newest',
    search: 'Math.max(currentEpoch(), 2) - 1',
    replace: 'Math.max(currentEpoch(), 3) - 2',
  },
  {
    fault: 'anyone may pause',
    search: 'function pause() external onlyOwner',
    replace: 'function pause() external',
  },
  {
    fault: 'anyone may collect the treasury',
    search: 'function claimTreasury() external onlyOwner nonReentrant',
    replace: 'function claimTreasury() external nonReentrant',
  },
  {
    fault: 'the treasury can be collected from within a claim',
    search: 'function claimTreasury() external onlyOwner nonReentrant',
    replace: 'function claimTreasury() external onlyOwner',
  },
  {
    fault: 'the treasury can be collected twice',
    search: '_terms.treasuryAmount = 0;',
    replace: '',
  },
  {
    fault: 'anyone may take tokens',
    search: 'recoverToken(address token, uint256 amount) external onlyOwner',
    replace: 'recoverToken(address token, uint256 amount) external',
  },
  {
    fault: 'solvency forgets the locked round',
    search: 'if (epoch != 0) committed +=',
    replace: 'if (epoch == 0) committed +=',
  },
  {
    fault: 'claimable to losers',
    search: 'return isDecided && bet.isBull == bullWon;',
    replace: 'return isDecided;',
  },
  {
    fault: 'refundable while undecided',
    search: 'return !isDecided && _isRefunded(epoch, bull, bear);',
    replace: 'return !isDecided;',
  },
  {
    fault: 'round 1 is open in the second before genesis',
    search: 'if (block.timestamp < genesisTimestamp) return 0;',
    replace:
      'if (block.timestamp + 1 < genesisTimestamp) return 0; if (block.timestamp < genesisTimestamp) return 1;',
  },
  {
    fault: 'no round is open in the second of genesis',
    search: 'block.timestamp < genesisTimestamp',
    replace: 'block.timestamp <= genesisTimestamp',
  },
  {
    fault: 'epochs count from 0',
    search: '/ intervalSeconds + 1;',
    replace: '/ intervalSeconds;',
  },
  {
    fault: 'rounds lock one interval early',
    search: 'genesisTimestamp + epoch * intervalSeconds',
    replace: 'genesisTimestamp + epoch * intervalSeconds - intervalSeconds',
  },
  {
    fault: 'a page of rounds loses its last one',
    search: 'if (i <= nextCursor)',
    replace: 'if (i < nextCursor)',
  },
  {
    fault: 'bets while paused',
    search: 'require(!_terms.paused, BetsPaused());\n        uint256',
    replace: 'uint256',
  },
  {
    fault: 'bets on round 0 before genesis',
    search: 'epoch == openEpoch && openEpoch != 0',
    replace: 'epoch == openEpoch',
  },
  {
    fault: 'bets on later rounds',
    search: 'epoch == openEpoch && openEpoch != 0',
    replace: 'epoch >= openEpoch && openEpoch != 0',
  },
  {
    fault: 'refuses the smallest bet',
    search: 'msg.value >= _terms.minBetAmount',
    replace: 'msg.value > _terms.minBetAmount',
  },
  { fault: 'two bets a round', search: 'require(bet.amount == 0,', replace: 'require(true,' },
  { fault: 'cuts large stakes', search: 'msg.value.toUint120()', replace: 'uint120(msg.value)' },
  { fault: 'cuts large epochs', search: 'epoch.toUint32()', replace: 'uint32(epoch)' },
  {
    fault: 'forgets the bets before the newest',
    search: '= (amount, list.newestEpoch, isBull)',
    replace: '= (amount, 0, isBull)',
  },
  {
    fault: 'the first bet of each side sets the fee',
    search: 'if (pool.bull == 0 && pool.bear == 0)',
    replace: 'if (pool.bull == 0 || pool.bear == 0)',
  },
  {
    fault: 'books bets on the other side',
    search: 'if (isBull) pool.bull',
    replace: 'if (!isBull) pool.bull',
  },
  { fault: 'pays a bet twice', search: 'require(!bet.claimed,', replace: 'require(true,' },
  { fault: 'does not mark a paid bet', search: 'bet.claimed = true;', replace: '' },
  { fault: 'pays losers', search: 'require(bet.isBull == bullWon,', replace: 'require(true,' },
  {
    fault: 'refunds undecided rounds',
    search: 'require(_isRefunded(epoch, bull, bear),',
    replace: 'require(true,',
  },
  { fault: 'ignores a failed transfer', search: 'require(sent,', replace: 'require(true,' },
  {
    fault: 'takes an answer of the second before the lock',
    search: 'require(updatedAt >= lockedAt,',
    replace: 'require(updatedAt + 1 >= lockedAt,',
  },
  {
    fault: 'refuses an answer of the second of the lock',
    search: 'require(updatedAt >= lockedAt,',
    replace: 'require(updatedAt > lockedAt,',
  },
  {
    fault: 'takes answers from the future',
    search: 'require(updatedAt <= block.timestamp,',
    replace: 'require(true,',
  },
  {
    fault: 'takes a price of 0',
    search: 'require(answer > 0 &&',
    replace: 'require(answer >= 0 &&',
  },
  {
    fault: 'cuts large prices',
    search: ' && answer <= type(int128).max,',
    replace: ',',
  },
  {
    fault: 'takes any answer after the lock',
    search: '_requireFirstSince(lockedAt, oracleRoundId);\n        _requireNot',
    replace: '_requireNot',
  },
  {
    fault: 'takes answers of replaced aggregators',
    search: '_requireNotSuperseded(oracleRoundId, updatedAt, latestId);\n',
    replace: '\n',
  },
  {
    fault: 'voids an answer of the last good second',
    search: 'if (updatedAt <= lockedAt + maxOracleDelay)',
    replace: 'if (updatedAt < lockedAt + maxOracleDelay)',
  },
  { fault: 'settles epoch 0', search: 'require(epoch != 0, InvalidEpoch(epoch));', replace: '' },
  {
    fault: 'settles before the lock',
    search: 'require(block.timestamp >= lockedAt,',
    replace: 'require(true,',
  },
  {
    fault: 'the window closes one second early',
    search: 'require(block.timestamp <= deadline,',
    replace: 'require(block.timestamp < deadline,',
  },
  {
    fault: 'the window never closes',
    search: 'require(block.timestamp <= deadline,',
    replace: 'require(true,',
  },
  {
    fault: 'takes the first round of a phase',
    search: 'require((oracleRoundId & type(uint64).max) > 1,',
    replace: 'require((oracleRoundId & type(uint64).max) > 0,',
  },
  {
    fault: 'takes a missing round as proof',
    search: 'require(previousUpdatedAt != 0,',
    replace: 'require(true,',
  },
  {
    fault: 'takes the second of two answers in the second of the lock',
    search: 'require(previousUpdatedAt < lockedAt,',
    replace: 'require(previousUpdatedAt <= lockedAt,',
  },
  {
    fault: 'overlooks the latest phase',
    search: 'phase <= latestPhase;',
    replace: 'phase < latestPhase;',
  },
  {
    fault: 'looks at the latest phase only',
    search: 'uint80 phase = (oracleRoundId >> 64) + 1;',
    replace: 'uint80 phase = oracleRoundId >> 64 == latestPhase ? latestPhase + 1 : latestPhase;',
  },
  {
    fault: 'takes an answer of the second in which the next phase starts',
    search: 'require(firstUpdatedAt > updatedAt,',
    replace: 'require(firstUpdatedAt >= updatedAt,',
  },
  {
    fault: 'ends round 0',
    search: 'if (epoch > 1) emit EndRound',
    replace: 'if (epoch > 0) emit EndRound',
  },
  {
    fault: 'no fee when the close comes last',
    search: 'if (_strikes[epoch - 1].price != 0) _takeFee(epoch - 1);',
    replace: '',
  },
  {
    fault: 'no fee when the lock comes last',
    search: 'if (_strikes[epoch + 1].price != 0) _takeFee(epoch);',
    replace: '',
  },
  { fault: 'takes a fee from refunds', search: 'if (!isDecided) return;', replace: '' },
  {
    fault: 'free bets',
    search: 'require(newMinBetAmount != 0,',
    replace: 'require(true,',
  },
  {
    fault: 'any fee',
    search: 'require(newTreasuryFee <= MAX_TREASURY_FEE,',
    replace: 'require(newTreasuryFee <= 10_000,',
  },
  {
    fault: 'refuses the highest fee',
    search: 'require(newTreasuryFee <= MAX_TREASURY_FEE,',
    replace: 'require(newTreasuryFee < MAX_TREASURY_FEE,',
  },
  {
    fault: 'looks back one round less',
    search: 'MAX_LOOK_BACK = 32',
    replace: 'MAX_LOOK_BACK = 31',
  },
  {
    fault: 'does not look back to an answer of the second of the lock',
    search: 'if (updatedAt < timestamp) break;',
    replace: 'if (updatedAt <= timestamp) break;',
  },
  { fault: 'owes claimed bets', search: 'if (bet.claimed) return 0;', replace: '' },
  {
    fault: 'bears win rounds without bulls',
    search: 'if (bull == 0) return (false, false);',
    replace: '',
  },
  {
    fault: 'bulls win rounds without bears',
    search: 'if (bear == 0) return (false, false);',
    replace: '',
  },
  {
    fault: 'an unknown close price is 0',
    search: 'if (closePrice == 0) return (false, false);',
    replace: '',
  },
  {
    fault: 'an unknown lock price is 0',
    search: 'if (lockPrice == 0) return (false, false);',
    replace: '',
  },
  {
    fault: 'bears win ties',
    search: 'if (lockPrice == closePrice) return (false, false);',
    replace: '',
  },
  {
    fault: 'the other side wins',
    search: 'return (true, closePrice > lockPrice);',
    replace: 'return (true, closePrice < lockPrice);',
  },
  {
    fault: 'one-sided rounds are refunded one second late',
    search: 'return block.timestamp >= lockTimestamp(epoch);',
    replace: 'return block.timestamp > lockTimestamp(epoch);',
  },
  {
    fault: 'no refund when the close is lost',
    search: 'if (_isLost(epoch + 1) || _isLost(epoch))',
    replace: 'if (_isLost(epoch))',
  },
  {
    fault: 'no refund when the lock is lost',
    search: 'if (_isLost(epoch + 1) || _isLost(epoch))',
    replace: 'if (_isLost(epoch + 1))',
  },
  {
    fault: 'no refund of ties',
    search: 'return _strikes[epoch + 1].price != 0 && _strikes[epoch].price != 0;',
    replace: 'return false;',
  },
  {
    fault: 'no refund of void strikes before the window is over',
    search: 'return strike.state == StrikeState.Void || block',
    replace: 'return block',
  },
  {
    fault: 'refunds in the last second of the window',
    search: 'block.timestamp > lockTimestamp(epoch) + settlementWindow',
    replace: 'block.timestamp >= lockTimestamp(epoch) + settlementWindow',
  },
  {
    fault: 'fixed strikes get lost',
    search: 'if (strike.price != 0) return false;',
    replace: '',
  },
  {
    fault: 'any interval',
    search: 'settings.intervalSeconds <= MAX_TIME_SETTING',
    replace: 'true',
  },
  {
    fault: 'any genesis in the past',
    search: 'settings.genesisTimestamp >= settings.intervalSeconds',
    replace: 'true',
  },
  {
    fault: 'any genesis in the future',
    search: 'settings.genesisTimestamp <= block.timestamp + MAX_TIME_SETTING',
    replace: 'true',
  },
  {
    fault: 'no time for the oracle',
    search: 'settings.maxOracleDelay != 0 && ',
    replace: '',
  },
  {
    fault: 'any settlement window',
    search: 'bool isWindowOk = settings.settlementWindow <= MAX_TIME_SETTING;',
    replace: 'bool isWindowOk = true;',
  },
  {
    fault: 'any delay of the oracle',
    search: 'settings.maxOracleDelay <= settings.settlementWindow',
    replace: 'true',
  },
  {
    fault: 'bears and bulls look alike',
    search: 'bet.isBull ? Position.Bull',
    replace: '!bet.isBull ? Position.Bull',
  },
  {
    fault: 'divides by the losing side',
    search: 'base = bullWon ? bull : bear;',
    replace: 'base = bullWon ? bear : bull;',
  },
  {
    fault: 'rounds the fee up',
    search: '(bull + bear) * feeBps / BASIS_POINTS_IN_WHOLE',
    replace: '((bull + bear) * feeBps + BASIS_POINTS_IN_WHOLE - 1) / BASIS_POINTS_IN_WHOLE',
  },
  {
    fault: 'the fee is not taken from the reward',
    search: 'reward = bull + bear - fee;',
    replace: 'reward = bull + bear;',
  },
  {
    fault: 'rounds payouts up',
    search: 'return amount * reward / base;',
    replace: 'return (amount * reward + base - 1) / base;',
  },
]
