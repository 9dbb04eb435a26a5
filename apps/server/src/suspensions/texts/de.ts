import type { LetterTexts } from './letter-texts.ts'

export const de: LetterTexts = {
  letter: {
    warning: 'Fahrten, die Sie nicht angetreten haben',
    suspension: 'Sie können einige Tage nicht buchen',
    why: (region) => `Mehrere Fahrten, die Sie in ${region} gebucht hatten, wurden spät abgesagt oder fuhren ohne Sie.`,
    warns:
      'Dieser Brief ist eine Warnung. Sie können weiter buchen. Kommt es innerhalb von 12 Monaten wieder vor, können wir Ihre Buchungen für 7 Tage aussetzen.',
    suspends: (days, from, until) =>
      days === 1
        ? `Für ${from} können Sie keine Fahrten buchen.`
        : `Für ${days} Tage, von ${from} bis ${until}, können Sie keine Fahrten buchen.`,
    rides: 'Das sind die Fahrten:',
    object: (until, contact) => `Wenn das nicht stimmt, können Sie bis ${until} widersprechen. ${contact}`,
    holds: 'Wenn Sie bis dahin widersprechen, können Sie weiter buchen, bis wir entschieden haben.',
    costsNothing: 'Es kostet Sie nichts und endet von selbst.',
    hearing:
      'Sie können uns persönlich sagen, was geschehen ist. Es entscheidet jemand, der an diesem Brief nicht beteiligt war.',
  },
  decision: {
    title: 'Unsere Entscheidung über Ihren Widerspruch',
    opening: (objectedOn) =>
      `Am ${objectedOn} haben Sie unserem Brief widersprochen. Wir haben ihn noch einmal geprüft.`,
    outcomes: {
      upheld: 'Sie haben recht. Der Brief zählt nicht, und es folgt nichts aus ihm.',
      shortened: 'Wir haben die Tage verkürzt.',
      refused: 'Der Brief bleibt bestehen.',
    },
    reasons: (reasons) => `Unsere Gründe: ${reasons}`,
    ask: (contact) => `Haben Sie Fragen? ${contact}`,
  },
  ride: (day, from, until, place) => `${day}, Abholung zwischen ${from} und ${until}, ${place}.`,
  evidence: (kind, { minutes_before, waited_minutes }) => {
    if (kind === 'no_show')
      return waited_minutes === undefined
        ? 'Das Fahrzeug war da, Sie waren es nicht.'
        : `Das Fahrzeug hat ${waited_minutes} Minuten gewartet, und Sie sind nicht gekommen.`
    if (minutes_before === undefined) return 'Sie haben spät abgesagt.'
    return minutes_before >= 0
      ? `Sie haben ${minutes_before} Minuten vor dieser Zeit abgesagt.`
      : `Sie haben ${-minutes_before} Minuten nach Beginn dieser Zeit abgesagt.`
  },
  contact: (phone, email) => {
    if (phone === null && email === null) return 'Bitte antworten Sie auf diesen Brief.'
    if (phone === null) return `Bitte schreiben Sie an ${email}.`
    return email === null
      ? `Bitte rufen Sie ${phone} an.`
      : `Bitte rufen Sie ${phone} an, oder schreiben Sie an ${email}.`
  },
}
