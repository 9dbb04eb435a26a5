/** Of GSM 03.38: what one SMS of 160 characters is written in. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Of the same: these take two places each. */
const EXTENDED = new Set('\f^{}\\[~]|€')

/** One SMS, and each of several: in GSM-7, and where a character is not in it. */
const GSM = { one: 160, each: 153 }
const OTHER = { one: 70, each: 67 }

export const MOST_SMS_PARTS = 3

export type SmsSize = {
  /** places that are taken; a character may take two */
  characters: number
  parts: number
  /** a character that is not in GSM-7, which halves what fits in; null: there is none */
  costly: string | null
}

export const smsSize = (text: string): SmsSize => {
  const letters = Array.from(text)
  const costly = letters.find((letter) => !BASIC.has(letter) && !EXTENDED.has(letter)) ?? null
  const characters = costly === null ? letters.length + letters.filter((one) => EXTENDED.has(one)).length : text.length
  const { one, each } = costly === null ? GSM : OTHER
  return { characters, parts: characters <= one ? 1 : Math.ceil(characters / each), costly }
}
