import { defineMessages, type MessagesOf, message } from '#i18n/message.ts'

/** Texts of the direct-bet page, in Chinese only (R-DIRECT-1). */
export const DIRECT_BET_MESSAGES = defineMessages(
  'direct-bet',
  {
    pageTitle: '直接下注 · Bullring',
    title: '直接下注',
    lead: '不经过轮次卡片，直接调用预测合约：填写轮次与金额，下注或领取。',
    toGame: '返回游戏',
    home: 'Bullring 首页',
    contract: '合约',
    bull: 'UP (看涨)',
    bear: 'DOWN (看跌)',
    betTitle: '下注',
    betEpoch: '轮次 (Epoch)',
    currentEpoch: message('当前轮次 #{epoch}', 'epoch'),
    useCurrent: '使用当前轮次',
    amount: '金额 (BNB)',
    warning: '下注后不能撤回，也不能更改。锁定前赔率会变动，最后下注的人最清楚赔率。',
    epochRequired: '请输入轮次',
    betEpochInvalid: '轮次必须是有效的整数',
    tooLate: message('轮次 #{epoch} 即将锁定，来不及批准下注', 'epoch'),
    amountInvalid: '请输入有效的下注金额',
    claimTitle: '领取奖金',
    claimLead: '多个轮次可以一次领取，包括退款，以及输掉的下注中退回的部分。',
    claimEpoch: '要领取的轮次',
    add: '添加',
    list: '待领取的轮次',
    empty: '还没有添加轮次',
    remove: message('移除轮次 #{epoch}', 'epoch'),
    submit: '领取',
    claimEpochInvalid: '请输入有效的整数轮次',
    alreadyAdded: message('轮次 #{epoch} 已添加', 'epoch'),
    noneAdded: '请至少添加一个轮次',
  },
  'zh-CN',
)

export type DirectBetMessages = MessagesOf<typeof DIRECT_BET_MESSAGES>

/** Texts about the wallet and its network. */
export const DIRECT_WALLET_MESSAGES = defineMessages(
  'direct-wallet',
  {
    title: '钱包状态',
    disconnected: '未连接',
    connecting: '连接中',
    connected: '已连接',
    address: '地址',
    balance: '余额',
    network: '网络',
    unknownNetwork: '未知网络',
    connect: '连接钱包',
    disconnect: '断开连接',
    hint: '连接钱包后即可下注和领取，每笔交易都由你自己签名。',
    required: '请先连接钱包',
    wrongNetwork: '当前网络不是 BSC，请切换网络。',
    otherSafe: message('此 Safe 在其他网络上，请打开 {name} 上的 Safe。', 'name'),
    switchTo: message('切换到 {name}', 'name'),
    switching: '请在钱包中确认',
  },
  'zh-CN',
)

export type DirectWalletMessages = MessagesOf<typeof DIRECT_WALLET_MESSAGES>

/** Texts about the last transaction. */
export const DIRECT_PROGRESS_MESSAGES = defineMessages(
  'direct-progress',
  {
    title: '交易状态',
    idle: '等待操作',
    idleHint: '下注或领取后，这里显示每一步的进度。',
    sending: '发送中',
    waiting: '等待确认',
    owners: '等待所有者',
    done: '已完成',
    failed: '未完成',
    sendingHint: '请在钱包中确认交易。',
    waitingHint: '交易已发送，正在等待区块确认。',
    ownersHint: '正在等待 Safe 的所有者确认并执行。下注只有在轮次锁定前执行才有效。',
    doneHint: '交易已写入区块。',
    hash: '交易哈希',
    explorer: '在区块浏览器中查看',
  },
  'zh-CN',
)

export type DirectProgressMessages = MessagesOf<typeof DIRECT_PROGRESS_MESSAGES>

/** Lines of the execution log. */
export const DIRECT_LOG_MESSAGES = defineMessages(
  'direct-log',
  {
    title: '执行日志',
    empty: '还没有记录',
    bet: message(
      '发送下注：{position, select, bull {UP (看涨)} other {DOWN (看跌)}}，轮次 #{epoch}，{amount} BNB',
      'position',
      'epoch',
      'amount',
    ),
    claim: message('发送领取：轮次 {epochs}', 'epochs'),
    switching: message('请求切换网络：{name}', 'name'),
    switched: message('网络已切换：{name}', 'name'),
    sent: message('交易已发送，等待确认：{hash}', 'hash'),
    owners: '请求已加入 Safe 的队列，等待所有者确认',
    betDone: message(
      '下注成功：{position, select, bull {UP (看涨)} other {DOWN (看跌)}}，轮次 #{epoch}',
      'position',
      'epoch',
    ),
    claimDone: message('领取成功：轮次 {epochs}', 'epochs'),
    added: message('已加入待领取列表：轮次 #{epoch}', 'epoch'),
    removed: message('已移出待领取列表：轮次 #{epoch}', 'epoch'),
    connected: message('钱包已连接：{address}', 'address'),
    disconnected: '钱包已断开',
  },
  'zh-CN',
)

export type DirectLogMessages = MessagesOf<typeof DIRECT_LOG_MESSAGES>

/** Texts of a failed step. */
export const DIRECT_FAILURE_MESSAGES = defineMessages(
  'direct-failure',
  {
    rejected: '用户取消了交易',
    notConnected: '请先连接钱包',
    insufficientFunds: '余额不足',
    insufficientGas: 'Gas 不足',
    replaced: '钱包发送了另一笔交易，原交易没有执行',
    notSent: '钱包没有发送这笔交易，金额没有变动',
    ownersLate:
      '轮次在 Safe 的所有者执行前已关闭，没有下注。请在 Safe 中拒绝该请求：它会失败，之后的请求都在等它',
    outcomeUnknown: '尚不清楚这笔交易是否已执行，再次发送前请先在钱包中查看',
    inSafe: 'Safe 中可能仍有这个请求，再次发送前请先查看 Safe 的队列',
    betReverted: '合约拒绝了这笔交易，轮次可能已锁定或结束',
    epochNotOpen: message('轮次 #{epoch} 不接受下注，当前开放的是轮次 #{open}', 'epoch', 'open'),
    betTooSmall: message('下注金额低于最低限额 {minimum} BNB', 'minimum'),
    betAlreadyPlaced: message('你已在轮次 #{epoch} 下注', 'epoch'),
    betQueued: '你在这一轮的下注已在 Safe 的队列中',
    betsPaused: '下注已暂停，仍可领取',
    nothingSent: '没有网络连接，交易没有发送',
    stillPending: '没有网络连接。交易已经发送，仍可能完成',
    claimReverted: '合约执行失败：可能没有可领取的奖金，或已经领取',
    other: message('失败: {reason}', 'reason'),
    unknown: '未知错误',
  },
  'zh-CN',
)

export type DirectFailureMessages = MessagesOf<typeof DIRECT_FAILURE_MESSAGES>
