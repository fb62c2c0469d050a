/** BCP 47 tags of the languages into which the page is translated. */
export type Language = 'en' | 'zh-CN' | 'es' | 'tr' | 'vi' | 'pt-BR'
