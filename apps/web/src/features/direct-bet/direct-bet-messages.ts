import type { Position } from '@bullring/prediction/payout'
import type { Failure } from '@bullring/wallet-kit/failure'
import type { MessagesByLanguage } from '#i18n/language.ts'

/** Texts of the direct-bet page. */
export type DirectBetMessages = {
  pageTitle: string
  title: string
  lead: string
  toGame: string
  home: string
  contract: string
  position: Record<Position, string>
  bet: {
    title: string
    epoch: string
    currentEpoch: (epoch: string) => string
    useCurrent: string
    amount: string
    warning: string
    epochRequired: string
    epochInvalid: string
    amountInvalid: string
  }
  claim: {
    title: string
    lead: string
    epoch: string
    add: string
    list: string
    empty: string
    remove: (epoch: string) => string
    submit: string
    epochInvalid: string
    alreadyAdded: (epoch: string) => string
    noneAdded: string
  }
  wallet: {
    title: string
    status: Record<'disconnected' | 'connecting' | 'connected', string>
    address: string
    balance: string
    network: string
    unknownNetwork: string
    connect: string
    disconnect: string
    hint: string
    required: string
  }
  network: { warning: string; switchTo: (name: string) => string; switching: string }
  progress: {
    title: string
    idle: string
    idleHint: string
    steps: Record<'sending' | 'waiting' | 'done' | 'failed', string>
    hints: Record<'sending' | 'waiting' | 'done', string>
    hash: string
    explorer: string
  }
  log: {
    title: string
    empty: string
    bet: (position: string, epoch: string, amount: string) => string
    claim: (epochs: string) => string
    switching: (name: string) => string
    switched: (name: string) => string
    sent: (hash: string) => string
    betDone: (position: string, epoch: string) => string
    claimDone: (epochs: string) => string
    added: (epoch: string) => string
    removed: (epoch: string) => string
    connected: (address: string) => string
    disconnected: string
  }
  failure: {
    byKind: Readonly<Partial<Record<Failure['kind'], string>>>
    betReverted: string
    epochNotOpen: (epoch: string, open: string) => string
    betTooSmall: (minimum: string) => string
    betAlreadyPlaced: (epoch: string) => string
    betsPaused: string
    claimReverted: string
    other: (message: string) => string
    unknown: string
  }
}

const zhCn: DirectBetMessages = {
  pageTitle: '直接下注 · Bullring',
  title: '直接下注',
  lead: '不经过回合卡片，直接调用预测合约：填写轮次与金额，下注或领取。',
  toGame: '返回游戏',
  home: 'Bullring 首页',
  contract: '合约',
  position: { bull: 'UP (看涨)', bear: 'DOWN (看跌)' },
  bet: {
    title: '下注',
    epoch: '轮次 (Epoch)',
    currentEpoch: (epoch) => `当前轮次 #${epoch}`,
    useCurrent: '使用当前轮次',
    amount: '金额 (BNB)',
    warning: '下注后不能撤回，也不能更改。锁定前赔率会变动，最后下注的人最清楚赔率。',
    epochRequired: '请输入轮次',
    epochInvalid: '轮次必须是有效的整数',
    amountInvalid: '下注金额必须大于 0',
  },
  claim: {
    title: '领取奖励',
    lead: '多个轮次可以一次领取，包括退款，以及输掉的下注中退回的部分。',
    epoch: '要领取的轮次',
    add: '添加',
    list: '待领取的轮次',
    empty: '还没有添加轮次',
    remove: (epoch) => `移除轮次 #${epoch}`,
    submit: '领取',
    epochInvalid: '请输入有效的整数轮次',
    alreadyAdded: (epoch) => `轮次 #${epoch} 已添加`,
    noneAdded: '请至少添加一个轮次',
  },
  wallet: {
    title: '钱包状态',
    status: { disconnected: '未连接', connecting: '连接中', connected: '已连接' },
    address: '地址',
    balance: '余额',
    network: '网络',
    unknownNetwork: '未知网络',
    connect: '连接钱包',
    disconnect: '断开连接',
    hint: '连接钱包后即可下注和领取，每笔交易都由您自己签名。',
    required: '请先连接钱包',
  },
  network: {
    warning: '当前网络不是 BSC，请切换网络。',
    switchTo: (name) => `切换到 ${name}`,
    switching: '请在钱包中确认',
  },
  progress: {
    title: '交易状态',
    idle: '等待操作',
    idleHint: '下注或领取后，这里显示每一步的进度。',
    steps: { sending: '发送中', waiting: '等待确认', done: '已完成', failed: '未完成' },
    hints: {
      sending: '请在钱包中确认交易。',
      waiting: '交易已发送，正在等待区块确认。',
      done: '交易已写入区块。',
    },
    hash: '交易哈希',
    explorer: '在区块浏览器中查看',
  },
  log: {
    title: '执行日志',
    empty: '还没有记录',
    bet: (position, epoch, amount) => `发送下注：${position}，轮次 #${epoch}，${amount} BNB`,
    claim: (epochs) => `发送领取：轮次 ${epochs}`,
    switching: (name) => `请求切换网络：${name}`,
    switched: (name) => `网络已切换：${name}`,
    sent: (hash) => `交易已发送，等待确认：${hash}`,
    betDone: (position, epoch) => `下注成功：${position}，轮次 #${epoch}`,
    claimDone: (epochs) => `领取成功：轮次 ${epochs}`,
    added: (epoch) => `已加入待领取列表：轮次 #${epoch}`,
    removed: (epoch) => `已移出待领取列表：轮次 #${epoch}`,
    connected: (address) => `钱包已连接：${address}`,
    disconnected: '钱包已断开',
  },
  failure: {
    byKind: {
      rejected: '用户取消了交易',
      notConnected: '请先连接钱包',
      insufficientFunds: '余额不足',
      insufficientGas: 'Gas 不足',
      replaced: '钱包发送了另一笔交易，原交易没有执行',
    },
    betReverted: '合约拒绝了这笔交易，轮次可能已锁定或结束',
    epochNotOpen: (epoch, open) => `轮次 #${epoch} 不接受下注，当前开放的是轮次 #${open}`,
    betTooSmall: (minimum) => `下注金额低于最低限额 ${minimum} BNB`,
    betAlreadyPlaced: (epoch) => `您已在轮次 #${epoch} 下注`,
    betsPaused: '下注已暂停，仍可领取',
    claimReverted: '合约执行失败：可能没有可领取的奖励，或已经领取',
    other: (message) => `失败: ${message}`,
    unknown: '未知错误',
  },
}

/** R-DIRECT-1: the page is in Chinese only. */
export const DIRECT_BET_MESSAGES: MessagesByLanguage<DirectBetMessages> = { 'zh-CN': zhCn }
