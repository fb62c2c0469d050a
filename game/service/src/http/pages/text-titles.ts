import type { TextPage } from '@bullring/wire/http/text-page'
import type { Language } from '@bullring/wire/text/languages'

/** Titles of the operator's texts, and the link back to the game. */
export const TEXT_TITLES: Readonly<Record<TextPage | 'back', Readonly<Record<Language, string>>>> =
  {
    rules: {
      en: 'Rules',
      es: 'Reglas',
      'pt-BR': 'Regras',
      tr: 'Kurallar',
      vi: 'Luật chơi',
      'zh-CN': '规则',
    },
    terms: {
      en: 'Terms of use',
      es: 'Condiciones de uso',
      'pt-BR': 'Termos de uso',
      tr: 'Kullanım koşulları',
      vi: 'Điều khoản sử dụng',
      'zh-CN': '使用条款',
    },
    privacy: {
      en: 'Privacy',
      es: 'Privacidad',
      'pt-BR': 'Privacidade',
      tr: 'Gizlilik',
      vi: 'Quyền riêng tư',
      'zh-CN': '隐私',
    },
    imprint: {
      en: 'Imprint',
      es: 'Aviso legal',
      'pt-BR': 'Informações legais',
      tr: 'Künye',
      vi: 'Thông tin pháp lý',
      'zh-CN': '法律信息',
    },
    back: {
      en: 'Back to the game',
      es: 'Volver al juego',
      'pt-BR': 'Voltar ao jogo',
      tr: 'Oyuna dön',
      vi: 'Quay lại trò chơi',
      'zh-CN': '返回游戏',
    },
  }
