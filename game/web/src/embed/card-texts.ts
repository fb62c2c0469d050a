import type { Language } from '@bullring/wire/text/languages'

/** Texts of the round card. The catalogues of the app are larger than the card may be. */
export type CardTexts = Readonly<
  Record<'up' | 'down' | 'bet' | 'round' | 'closed' | 'unknown' | 'failed' | 'left', string>
>

/** Placeholders: `{epoch}`, `{pot}`, `{market}`. */
export const CARD_TEXTS: Readonly<Record<Language, CardTexts>> = {
  en: {
    up: 'UP',
    down: 'DOWN',
    bet: 'Place a bet',
    round: 'Round #{epoch} · pool {pot}',
    closed: 'Bets are closed',
    unknown: 'There is no market {market}.',
    failed: 'No connection to the game.',
    left: 'Time left to bet',
  },
  'zh-CN': {
    up: '看涨',
    down: '看跌',
    bet: '去下注',
    round: '第 {epoch} 轮 · 奖池 {pot}',
    closed: '已停止下注',
    unknown: '没有 {market} 市场。',
    failed: '无法连接到游戏。',
    left: '剩余下注时间',
  },
  es: {
    up: 'SUBE',
    down: 'BAJA',
    bet: 'Apostar',
    round: 'Ronda #{epoch} · bote {pot}',
    closed: 'Apuestas cerradas',
    unknown: 'No existe el mercado {market}.',
    failed: 'Sin conexión con el juego.',
    left: 'Tiempo restante para apostar',
  },
  tr: {
    up: 'YUKARI',
    down: 'AŞAĞI',
    bet: 'Bahis yap',
    round: 'Tur #{epoch} · havuz {pot}',
    closed: 'Bahisler kapandı',
    unknown: '{market} piyasası yok.',
    failed: 'Oyuna bağlanılamıyor.',
    left: 'Bahis için kalan süre',
  },
  vi: {
    up: 'TĂNG',
    down: 'GIẢM',
    bet: 'Đặt cược',
    round: 'Vòng #{epoch} · quỹ thưởng {pot}',
    closed: 'Đã ngừng nhận cược',
    unknown: 'Không có thị trường {market}.',
    failed: 'Không kết nối được với trò chơi.',
    left: 'Thời gian còn lại để cược',
  },
  'pt-BR': {
    up: 'SOBE',
    down: 'DESCE',
    bet: 'Apostar',
    round: 'Rodada #{epoch} · pote {pot}',
    closed: 'Apostas encerradas',
    unknown: 'O mercado {market} não existe.',
    failed: 'Sem conexão com o jogo.',
    left: 'Tempo restante para apostar',
  },
}
