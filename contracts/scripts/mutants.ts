/** One deliberate fault in a contract. */
export type Mutant = {
  /** Effect of the fault. */
  fault: string
  /** Occurs exactly once in the contract. */
  search: string
  replace: string
}

/** Faults of `Prediction.sol` that a test must detect, in the order of the contract. */
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
    fault: 'payments can be re-entered',
    search: 'address[] calldata users) external nonReentrant {',
    replace: 'address[] calldata users) external {',
  },
  {
    fault: 'pays out undecided rounds',
    search: 'if (_undecidedStakes(epoch) != 0) return;',
    replace: '',
  },
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
    fault: 'executeRound looks for the first answer since the lock',
    search: '_firstOracleRoundSince(strikeTimestamp(epoch), latestId)',
    replace: '_firstOracleRoundSince(lockTimestamp(epoch), latestId)',
  },
  {
    fault: 'anyone may pause',
    search: 'function pause() external onlyOwner',
    replace: 'function pause() external',
  },
  {
    fault: 'a pause begins at once',
    search: 'uint256 epoch = currentEpoch() + 1;',
    replace: 'uint256 epoch = currentEpoch();',
  },
  {
    fault: 'a pause begins one epoch late',
    search: 'uint256 epoch = currentEpoch() + 1;',
    replace: 'uint256 epoch = currentEpoch() + 2;',
  },
  {
    fault: 'a pause can be put off by another one',
    search: 'require(_terms.firstPausedEpoch == NEVER, BetsPaused());',
    replace: '',
  },
  {
    fault: 'a pause never ends',
    search: '_terms.firstPausedEpoch = NEVER;\n        emit',
    replace: 'emit',
  },
  {
    fault: 'ends a pause that no one announced',
    search: 'require(_terms.firstPausedEpoch != NEVER, BetsNotPaused());',
    replace: '',
  },
  {
    fault: 'anyone may collect the treasury',
    search: 'function claimTreasury() external onlyOwner nonReentrant',
    replace: 'function claimTreasury() external nonReentrant',
  },
  {
    fault: 'terms can be changed again before they take effect',
    search: 'require(epoch >= pendingEpoch, TermsChangePending(pendingEpoch));',
    replace: '',
  },
  {
    fault: 'terms cannot be changed in the epoch in which the last change takes effect',
    search: 'require(epoch >= pendingEpoch,',
    replace: 'require(epoch > pendingEpoch,',
  },
  {
    fault: 'terms take effect at once',
    search: 'uint256 private constant TERMS_NOTICE = 2;',
    replace: 'uint256 private constant TERMS_NOTICE = 0;',
  },
  {
    fault: 'terms take effect in the next epoch',
    search: 'uint256 private constant TERMS_NOTICE = 2;',
    replace: 'uint256 private constant TERMS_NOTICE = 1;',
  },
  {
    fault: 'the treasury can be collected from within a claim',
    search: 'function claimTreasury() external onlyOwner nonReentrant',
    replace: 'function claimTreasury() external onlyOwner',
  },
  {
    fault: 'the treasury can be collected twice',
    search: '_treasury.collected = _treasury.earned;',
    replace: '',
  },
  {
    fault: 'the treasury still counts what was collected',
    search: 'return _treasury.earned - _treasury.collected;',
    replace: 'return _treasury.earned;',
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
    search: 'return change != 0 && bet.isBull == (change > 0);',
    replace: 'return change != 0;',
  },
  {
    fault: 'winners are refundable',
    search: 'return bet.isBull != (change > 0) && _returned',
    replace: 'return _returned',
  },
  {
    fault: 'a returned part is not refundable',
    search: '_returned(bet.amount, winning, losing) != 0;',
    replace: 'false;',
  },
  {
    fault: 'refundable while undecided',
    search: 'if (change == 0) return _isRefunded(epoch, bull, bear);',
    replace: 'if (change == 0) return true;',
  },
  {
    fault: 'a change of terms is announced for ever',
    search: 'if (currentEpoch() >= epoch) epoch = 0;',
    replace: 'if (currentEpoch() > epoch) epoch = 0;',
  },
  {
    fault: 'reports a pause before it begins',
    search: 'return currentEpoch() >= _terms.firstPausedEpoch;',
    replace: 'return _terms.firstPausedEpoch != NEVER;',
  },
  {
    fault: 'reports a pause one epoch late',
    search: 'return currentEpoch() >= _terms.firstPausedEpoch;',
    replace: 'return currentEpoch() > _terms.firstPausedEpoch;',
  },
  {
    fault: 'announces a pause that no one announced',
    search: 'if (epoch == NEVER) epoch = 0;',
    replace: '',
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
    fault: 'the strike time is the lock',
    search: 'lockTimestamp(epoch) + strikeDelay',
    replace: 'lockTimestamp(epoch)',
  },
  {
    fault: 'a page of rounds loses its last one',
    search: 'i < length; ++i) {\n            Bet',
    replace: 'i + 1 < length; ++i) {\n            Bet',
  },
  {
    fault: 'every page starts at the newest bet',
    search: 'cursor == 0 ? _betLists[user].newestEpoch : cursor',
    replace: '_betLists[user].newestEpoch',
  },
  {
    fault: 'a page may start at an epoch without a bet',
    search: 'if (cursor != 0 && _bets[user][epoch].amount == 0) revert NoBet(cursor, user);',
    replace: '',
  },
  {
    fault: 'a page goes on after the oldest bet',
    search: 'Math.min(size, _bets[user][epoch].number)',
    replace: 'Math.min(size, 1000)',
  },
  {
    fault: 'a page is always as long as the list',
    search: 'Math.min(size, _bets[user][epoch].number)',
    replace: '_bets[user][epoch].number',
  },
  {
    fault: 'bets while paused',
    search: 'require(openEpoch < _terms.firstPausedEpoch, BetsPaused());',
    replace: '',
  },
  {
    fault: 'bets in the first paused epoch',
    search: 'openEpoch < _terms.firstPausedEpoch',
    replace: 'openEpoch <= _terms.firstPausedEpoch',
  },
  {
    fault: 'no bets in the last epoch before a pause',
    search: 'openEpoch < _terms.firstPausedEpoch',
    replace: 'openEpoch + 1 < _terms.firstPausedEpoch',
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
    fault: 'bets until the strike time',
    search: 'uint256 openEpoch = currentEpoch();',
    replace:
      'uint256 openEpoch = block.timestamp >= lockTimestamp(epoch) && block.timestamp < strikeTimestamp(epoch) ? epoch : currentEpoch();',
  },
  {
    fault: 'refuses the smallest bet',
    search: 'msg.value >= minimum',
    replace: 'msg.value > minimum',
  },
  {
    fault: 'bets need the announced minimum',
    search: 'msg.value >= minimum',
    replace: 'msg.value >= _terms.newMinBetAmount',
  },
  { fault: 'two bets a round', search: 'require(bet.amount == 0,', replace: 'require(true,' },
  { fault: 'cuts large stakes', search: 'msg.value.toUint120()', replace: 'uint120(msg.value)' },
  {
    fault: 'forgets the bets before the newest',
    search: '= (amount, list.newestEpoch, number, isBull)',
    replace: '= (amount, 0, number, isBull)',
  },
  {
    fault: 'does not count the bets of an account',
    search: 'uint32 number = list.count + 1;',
    replace: 'uint32 number = 1;',
  },
  {
    fault: 'records the announced fee',
    search: '= (bull, bear, feeBps);',
    replace: '= (bull, bear, _terms.newFee);',
  },
  {
    fault: 'books bets on the other side',
    search: 'if (isBull) bull',
    replace: 'if (!isBull) bull',
  },
  { fault: 'pays a bet twice', search: 'require(!bet.claimed,', replace: 'require(true,' },
  {
    fault: 'does not mark a paid bet',
    search: 'bet.claimed = true;\n        emit',
    replace: 'emit',
  },
  { fault: 'pays losers', search: 'if (bet.isBull == (change > 0)) {', replace: 'if (true) {' },
  {
    fault: 'returns nothing to losers',
    search: 'amount = _returned(amount, winning, losing);',
    replace: 'amount = 0;',
  },
  {
    fault: 'pays losers 0 wei',
    search: 'require(amount != 0, BetLost(epoch, msg.sender));',
    replace: '',
  },
  {
    fault: 'refunds undecided rounds',
    search: 'require(_isRefunded(epoch, bull, bear),',
    replace: 'require(true,',
  },
  {
    fault: 'does not mark a bet that it sends',
    search: 'bet.claimed = true;\n        if (_trySend',
    replace: 'if (_trySend',
  },
  {
    fault: 'a refused payment ends the bet',
    search: 'else bet.claimed = false;',
    replace: '',
  },
  {
    fault: 'reports refused payments',
    search:
      'if (_trySend(user, amount)) emit Claim(user, epoch, amount);\n        else bet.claimed = false;',
    replace:
      'emit Claim(user, epoch, amount);\n        if (!_trySend(user, amount)) bet.claimed = false;',
  },
  {
    fault: 'a receiver may use up all gas',
    search: 'sent := call(PAYMENT_GAS,',
    replace: 'sent := call(gas(),',
  },
  {
    fault: 'copies what a receiver returns',
    search: 'sent := call(PAYMENT_GAS, receiver, amount, 0, 0, 0, 0)',
    replace:
      'sent := call(PAYMENT_GAS, receiver, amount, 0, 0, 0, 0) returndatacopy(mload(64), 0, returndatasize())',
  },
  {
    fault: 'a receiver gets too little gas for a Safe',
    search: 'uint256 private constant PAYMENT_GAS = 30_000;',
    replace: 'uint256 private constant PAYMENT_GAS = 3_000;',
  },
  { fault: 'ignores a failed transfer', search: 'require(sent,', replace: 'require(true,' },
  {
    fault: 'takes an answer of the second before the strike time',
    search: 'require(updatedAt >= dueAt,',
    replace: 'require(updatedAt + 1 >= dueAt,',
  },
  {
    fault: 'refuses an answer of the second of the strike time',
    search: 'require(updatedAt >= dueAt,',
    replace: 'require(updatedAt > dueAt,',
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
    fault: 'takes any answer after the strike time',
    search: '_requireFirstSince(dueAt, oracleRoundId);\n        _requireNot',
    replace: '_requireNot',
  },
  {
    fault: 'takes answers of replaced aggregators',
    search: '_requireNotSuperseded(oracleRoundId, updatedAt, latestId);\n',
    replace: '\n',
  },
  {
    fault: 'voids an answer of the last good second',
    search: 'if (updatedAt <= dueAt + maxOracleDelay)',
    replace: 'if (updatedAt < dueAt + maxOracleDelay)',
  },
  {
    fault: 'the oracle delay counts from the lock',
    search: 'updatedAt <= dueAt + maxOracleDelay',
    replace: 'updatedAt <= lockTimestamp(epoch) + maxOracleDelay',
  },
  { fault: 'settles epoch 0', search: 'require(epoch != 0, InvalidEpoch(epoch));', replace: '' },
  {
    fault: 'settles before the strike time',
    search: 'require(block.timestamp >= dueAt,',
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
    fault: 'the window counts from the lock',
    search: 'uint256 deadline = dueAt + settlementWindow;',
    replace: 'uint256 deadline = lockTimestamp(epoch) + settlementWindow;',
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
    fault: 'takes the second of two answers in the second of the strike time',
    search: 'require(previousUpdatedAt < dueAt,',
    replace: 'require(previousUpdatedAt <= dueAt,',
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
    search: 'if (_epochs[epoch - 1].strike.price != 0) _takeFee(epoch - 1);',
    replace: '',
  },
  {
    fault: 'no fee when the lock comes last',
    search: 'if (_epochs[epoch + 1].strike.price != 0) _takeFee(epoch);',
    replace: '',
  },
  { fault: 'takes a fee from refunds', search: 'if (change == 0) return;', replace: '' },
  {
    fault: 'a change of the minimum changes the fee of the rounds before',
    search: '(terms.oldMinBetAmount, terms.oldFee) = (terms.newMinBetAmount, terms.newFee);',
    replace: 'terms.oldMinBetAmount = terms.newMinBetAmount;',
  },
  {
    fault: 'a change of the fee changes the minimum of the rounds before',
    search: '(terms.oldMinBetAmount, terms.oldFee) = (terms.newMinBetAmount, terms.newFee);',
    replace: 'terms.oldFee = terms.newFee;',
  },
  {
    fault: 'terms take effect one epoch late',
    search: 'bool isOld = epoch < _terms.newEpoch;',
    replace: 'bool isOld = epoch <= _terms.newEpoch;',
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
  { fault: 'bears win rounds without bulls', search: 'if (bull == 0) return 0;', replace: '' },
  { fault: 'bulls win rounds without bears', search: 'if (bear == 0) return 0;', replace: '' },
  { fault: 'an unknown close price is 0', search: 'if (closePrice == 0) return 0;', replace: '' },
  { fault: 'an unknown lock price is 0', search: 'if (lockPrice == 0) return 0;', replace: '' },
  {
    fault: 'bears win ties',
    search: 'return closePrice - lockPrice;',
    replace: 'return closePrice == lockPrice ? -1 : closePrice - lockPrice;',
  },
  {
    fault: 'the other side wins',
    search: 'return closePrice - lockPrice;',
    replace: 'return lockPrice - closePrice;',
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
    search: 'return _epochs[epoch + 1].strike.price != 0 && _epochs[epoch].strike.price != 0;',
    replace: 'return false;',
  },
  {
    fault: 'no refund of void strikes before the window is over',
    search: 'return strike.state == StrikeState.Void || block',
    replace: 'return block',
  },
  {
    fault: 'refunds in the last second of the window',
    search: 'block.timestamp > strikeTimestamp(epoch) + settlementWindow',
    replace: 'block.timestamp >= strikeTimestamp(epoch) + settlementWindow',
  },
  {
    fault: 'refunds before the delayed window is over',
    search: 'block.timestamp > strikeTimestamp(epoch) + settlementWindow',
    replace: 'block.timestamp > lockTimestamp(epoch) + settlementWindow',
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
    fault: 'any strike delay',
    search: 'bool isStrikeOk = settings.strikeDelay < settings.intervalSeconds;',
    replace: 'bool isStrikeOk = true;',
  },
  {
    fault: 'a strike at the next lock',
    search: 'settings.strikeDelay < settings.intervalSeconds',
    replace: 'settings.strikeDelay <= settings.intervalSeconds',
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
    fault: 'a payout multiple of 1',
    search: 'multiple > MULTIPLE_OF_ONE',
    replace: 'multiple >= MULTIPLE_OF_ONE',
  },
  { fault: 'any payout multiple', search: ' && multiple <= type(uint32).max', replace: '' },
  {
    fault: 'no market without a maximum multiple',
    search: 'require(multiple == 0 || isLimitOk,',
    replace: 'require(isLimitOk,',
  },
  { fault: 'free bets', search: 'minimum != 0 && ', replace: '' },
  { fault: 'cuts large minimums', search: ' && minimum <= type(uint80).max', replace: '' },
  {
    fault: 'any fee',
    search: 'require(feeBps <= MAX_TREASURY_FEE,',
    replace: 'require(feeBps <= 10_000,',
  },
  {
    fault: 'refuses the highest fee',
    search: 'require(feeBps <= MAX_TREASURY_FEE,',
    replace: 'require(feeBps < MAX_TREASURY_FEE,',
  },
  {
    fault: 'bears and bulls look alike',
    search: 'bet.isBull ? Position.Bull',
    replace: '!bet.isBull ? Position.Bull',
  },
  {
    fault: 'the winning side is the losing side',
    search: 'return priceChange > 0 ? (bull, bear) : (bear, bull);',
    replace: 'return priceChange > 0 ? (bear, bull) : (bull, bear);',
  },
  {
    fault: 'no maximum multiple',
    search: 'return maxGain < losing ? maxGain : losing;',
    replace: 'return losing;',
  },
  {
    fault: 'the limit is the least that winners gain',
    search: 'return maxGain < losing ? maxGain : losing;',
    replace: 'return maxGain > losing ? maxGain : losing;',
  },
  {
    fault: 'the limit leaves out the stake',
    search: 'settings.maxPayoutMultiple - MULTIPLE_OF_ONE;',
    replace: 'settings.maxPayoutMultiple;',
  },
  {
    fault: 'markets without a limit have one',
    search: '? type(uint136).max',
    replace: '? type(uint120).max',
  },
  {
    fault: 'divides by the losing side',
    search: 'return amount * reward / winning;',
    replace: 'return amount * reward / losing;',
  },
  {
    fault: 'rounds the fee up',
    search: '(winning + matched) * feeBps / BASIS_POINTS_IN_WHOLE',
    replace: '((winning + matched) * feeBps + BASIS_POINTS_IN_WHOLE - 1) / BASIS_POINTS_IN_WHOLE',
  },
  {
    fault: 'charges for returned stakes',
    search: '(winning + matched) * feeBps',
    replace: '(winning + losing) * feeBps',
  },
  {
    fault: 'winners pay a fee beyond their gain',
    search: 'if (fee > matched) fee = matched;',
    replace: '',
  },
  {
    fault: 'the fee is all that winners gain',
    search: 'if (fee > matched) fee = matched;',
    replace: 'fee = matched;',
  },
  {
    fault: 'winners share what is returned',
    search: 'reward = winning + matched - fee;',
    replace: 'reward = winning + losing - fee;',
  },
  {
    fault: 'the fee is not taken from the reward',
    search: 'reward = winning + matched - fee;',
    replace: 'reward = winning + matched;',
  },
  {
    fault: 'rounds payouts up',
    search: 'return amount * reward / winning;',
    replace: 'return (amount * reward + winning - 1) / winning;',
  },
  {
    fault: 'rounds returned parts up',
    search: 'return amount * (losing - _matched(winning, losing)) / losing;',
    replace: 'return (amount * (losing - _matched(winning, losing)) + losing - 1) / losing;',
  },
  {
    fault: 'returns shares of the winning side',
    search: 'return amount * (losing - _matched(winning, losing)) / losing;',
    replace: 'return amount * (losing - _matched(winning, losing)) / winning;',
  },
  {
    fault: 'returns the matched part',
    search: '(losing - _matched(winning, losing))',
    replace: '_matched(winning, losing)',
  },
  {
    fault: 'owes losers nothing',
    search: ': _returned(bet.amount, winning, losing);',
    replace: ': 0;',
  },
]
