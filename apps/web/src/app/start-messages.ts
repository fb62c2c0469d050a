import type { MessagesByLanguage } from '#i18n/language.ts'

const en = {
  title: (heading: string) => `${heading} · Bullring`,
  loading: 'Opening the ring',
  failed: 'The game is not responding',
  hint: 'It may be starting, or your connection is down. Nothing is lost: bets and winnings are in the contract.',
  retry: 'Try again',
  broken: 'Something broke on this page',
  brokenHint: 'Your bets and winnings are safe in the contract. Reloading the page usually helps.',
  reload: 'Reload page',
}

const zhCn: typeof en = {
  title: (heading) => `${heading} · Bullring`,
  loading: '正在打开',
  failed: '游戏没有响应',
  hint: '游戏可能正在启动，或者您的网络已断开。不会有任何损失：下注和奖金都在合约里。',
  retry: '重试',
  broken: '本页出现问题',
  brokenHint: '您的下注和奖金都安全地保存在合约里。重新加载页面通常可以解决。',
  reload: '重新加载',
}

/** What is said while there is no page yet, or no longer one; on every route. */
export const START_MESSAGES: MessagesByLanguage<typeof en> = { en, 'zh-CN': zhCn }
