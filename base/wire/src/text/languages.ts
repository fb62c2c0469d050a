/** BCP 47 tags of the languages into which the page is translated. */
export const LANGUAGES = ['en', 'zh-CN', 'es', 'tr', 'vi', 'pt-BR'] as const

/** One of {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number]
