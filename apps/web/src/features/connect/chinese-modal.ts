import type { KitMessages } from '@bullring/wallet-kit/messages'

const shell: KitMessages['shell'] = {
  back: '返回',
  close: '关闭',
  help: '什么是钱包？',
  dismiss: '关闭消息',
  failed: '此部分未能加载。',
  retry: '重试',
}

const connect: KitMessages['connect'] = {
  qrCode: '二维码',
  installed: '已安装',
  recent: '最近使用',
  allWallets: '所有钱包',
  catalogueFailed: '钱包列表未能加载。',
  retry: '重试',
  noWallet: '此浏览器中没有找到钱包',
  noWalletText: '请安装浏览器扩展钱包，或用钱包应用内置的浏览器打开本页。',
  getWallet: '获取钱包',
  agree: '我同意{documents}',
  notice: '连接钱包即表示您同意{documents}',
  terms: '服务条款',
  privacy: '隐私政策',
  and: '和',
}

const walletConnect: KitMessages['walletConnect'] = {
  qrcode: '手机',
  mobile: '手机',
  web: '网页版',
  desktop: '桌面版',
  browser: '浏览器',
  unsupported: '浏览器',
  platforms: '连接方式',
  scan: '请用手机扫描此二维码',
  qrLabel: '用于连接钱包的二维码',
  newCodeIn: '{time} 后更换二维码',
  copy: '复制链接',
  copied: '链接已复制',
  continueIn: '请在 {name} 中继续',
  connecting: '连接中...',
  newTab: '在新标签页中打开并继续',
  openApp: '请在应用中确认连接。',
  holdTight: '请稍候，所需时间比预期长',
  open: '打开 {name}',
  notDetected: '未检测到',
  notDetectedText: '此浏览器没有安装 {name}。',
  dontHave: '还没有 {name}？',
  get: '获取',
  declined: '连接被拒绝',
  declinedText: '如果之前的请求仍未处理，连接可能会被拒绝',
  failed: '连接失败',
  unknownError: '未知错误',
  unreachable: '无法连接中继服务器',
  unreachableText: '请检查网络后重试。',
  retry: '重试',
  walletFailed: '此钱包未能加载。',
}

const allWallets: KitMessages['allWallets'] = {
  search: '搜索钱包',
  certified: '仅显示认证钱包',
  certifiedOn: '仅显示 WalletConnect 认证钱包',
  qrCode: '显示二维码',
  none: '没有找到钱包',
  noneText: '请换一个名称。',
  failed: '钱包列表未能加载。',
  failedText: '请检查网络后重试。',
  retry: '重试',
  off: '此应用没有钱包列表。',
  loading: '正在加载钱包',
  installed: '已安装',
}

const siwx: KitMessages['siwx'] = {
  dapp: '应用',
  wallet: '钱包',
  title: '{name} 需要验证您的钱包',
  required: '请签名此消息，证明您是此钱包的所有者。取消将断开连接。',
  optional: '请签名此消息，证明您是此钱包的所有者。不签名也可以保持连接，但不会登录。',
  cancel: '取消',
  cancelling: '正在取消...',
  sign: '签名',
  signing: '正在签名...',
}

const signIn: KitMessages['signIn'] = {
  declined: '签名被拒绝',
  smartAccount: '此应用可能不支持智能账户',
  unknown: '登录时出现问题',
  unknownError: '未知错误',
  notDisconnected: '断开连接失败',
}

/** The wallet modal's messages for connecting and sign-in, for the direct-bet page. */
export const CHINESE_MODAL = {
  shell,
  connect,
  walletConnect,
  allWallets,
  siwx,
  signIn,
  titles: {
    AllWallets: '所有钱包',
    Connect: '连接钱包',
    ConnectingExternal: '连接钱包',
    ConnectingWalletConnect: 'WalletConnect',
    Downloads: '获取 {name}',
    GetWallet: '获取钱包',
    SIWXSignMessage: '登录',
    WhatIsAWallet: '什么是钱包？',
  },
  connecting: {
    waiting: '请在 {name} 中继续',
    waitingDetail: '请在钱包中接受连接请求',
    declined: '连接被拒绝',
    declinedDetail: '如果之前的请求仍未处理，连接可能会被拒绝',
    failed: '连接失败',
    unknownError: '未知错误',
    retry: '重试',
  },
  getWallet: {
    exploreAll: '查看全部',
    none: '请在网上查找支持此网络的钱包，安装后再回到本页。',
  },
  downloads: {
    chrome_store: 'Chrome 扩展',
    app_store: 'iOS 应用',
    play_store: 'Android 应用',
    homepage: '网站',
  },
  whatIsAWallet: {
    keysTitle: '它保管您的密钥',
    keysText: '只有您的钱包能动用属于您的资产。助记词请勿告诉任何人。',
    assetsTitle: '它显示您的资产',
    assetsText: '各个网络上的代币，以及您的交易记录。',
    loginTitle: '它代您登录',
    loginText: '应用向您的钱包请求确认，不需要密码。未经您同意，什么都不会发生。',
    get: '获取钱包',
  },
  openWallet: { open: '打开 {name}' },
}
