import type { MessagesByLanguage } from '#i18n/language.ts'

const en = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  disconnect: 'Click to disconnect',
  notLoaded: 'The wallets could not be loaded. Check your connection and try again.',
  notSignedIn: 'You have not signed in, so your wallet was disconnected.',
  playMoney: 'Play money wallet',
  playMoneyHint: 'Coins without value, made for you on this test chain. Nothing to install.',
  balance: 'Balance',
  getPlayMoney: 'Get more play money',
  gettingPlayMoney: 'Sending play money...',
  playMoneyArrived: 'Play money has arrived',
  playMoneyFailed: 'Play money could not be sent',
  warning: 'Please connect wallet first',
  warningAction: 'Choose a wallet',
  switching: 'Waiting for your wallet...',
  dismiss: 'Dismiss',
  wrongChain: (chainName: string) =>
    `Your wallet is on another network. Bullring plays on ${chainName}.`,
  switchTo: (chainName: string) => `Switch to ${chainName}`,
  cancelled: 'Request cancelled in the wallet',
  noProvider: 'Provider not found',
  alreadyPending: 'Your wallet already has an open request',
  failed: 'The wallet did not connect',
}

export type ConnectMessages = typeof en

const zhCn: ConnectMessages = {
  connect: '连接钱包',
  connecting: '连接中...',
  disconnect: '点击断开连接',
  notLoaded: '钱包列表加载失败，请检查网络后重试。',
  notSignedIn: '您没有登录，钱包已断开连接。',
  playMoney: '测试币钱包',
  playMoneyHint: '测试链上为您生成的代币，没有价值，无需安装。',
  balance: '余额',
  getPlayMoney: '领取更多测试币',
  gettingPlayMoney: '正在发送测试币...',
  playMoneyArrived: '测试币已到账',
  playMoneyFailed: '测试币发送失败',
  warning: '请先连接钱包',
  warningAction: '选择钱包',
  switching: '等待钱包确认...',
  dismiss: '关闭',
  wrongChain: (chainName) => `您的钱包在其他网络上，Bullring 使用 ${chainName}。`,
  switchTo: (chainName) => `切换到 ${chainName}`,
  cancelled: '已在钱包中取消请求',
  noProvider: '未找到钱包接口',
  alreadyPending: '钱包中已有一个待处理的请求',
  failed: '钱包未能连接',
}

/** Messages about connecting a wallet. The direct-bet page shows them in Chinese. */
export const CONNECT_MESSAGES: MessagesByLanguage<ConnectMessages> = { en, 'zh-CN': zhCn }
