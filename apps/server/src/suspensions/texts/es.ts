import type { LetterTexts } from './letter-texts.ts'

export const es: LetterTexts = {
  letter: {
    warning: 'Sobre viajes que no hizo',
    suspension: 'Durante unos días no puede reservar',
    why: (region) => `Varios viajes que reservó en ${region} se cancelaron tarde o salieron sin usted.`,
    warns:
      'Esta carta es un aviso. Puede seguir reservando. Si vuelve a ocurrir en 12 meses, podemos suspender sus reservas durante 7 días.',
    suspends: (days, from, until) =>
      days === 1
        ? `No puede reservar viajes para el ${from}.`
        : `Durante ${days} días, del ${from} al ${until}, no puede reservar viajes.`,
    rides: 'Estos son los viajes:',
    object: (until, contact) => `Si no está de acuerdo, puede reclamar hasta el ${until}. ${contact}`,
    holds: 'Si reclama antes, puede seguir reservando hasta que hayamos decidido.',
    costsNothing: 'No le cuesta nada y termina por sí solo.',
    hearing: 'Puede explicarnos en persona lo que pasó. Decide alguien que no participó en esta carta.',
  },
  decision: {
    title: 'Nuestra decisión sobre su reclamación',
    opening: (objectedOn) => `El ${objectedOn} reclamó contra nuestra carta. La hemos revisado.`,
    outcomes: {
      upheld: 'Usted tiene razón. La carta no cuenta y no tiene consecuencias.',
      shortened: 'Hemos reducido los días.',
      refused: 'La carta se mantiene.',
    },
    reasons: (reasons) => `Nuestros motivos: ${reasons}`,
    ask: (contact) => `¿Tiene preguntas? ${contact}`,
  },
  ride: (day, from, until, place) => `${day}, recogida entre las ${from} y las ${until}, ${place}.`,
  evidence: (kind, { minutes_before, waited_minutes }) => {
    if (kind === 'no_show')
      return waited_minutes === undefined
        ? 'El vehículo llegó y usted no estaba.'
        : `El vehículo esperó ${waited_minutes} minutos y usted no vino.`
    if (minutes_before === undefined) return 'Canceló tarde.'
    return minutes_before >= 0
      ? `Canceló ${minutes_before} minutos antes de esa hora.`
      : `Canceló ${-minutes_before} minutos después de que empezara esa hora.`
  },
  contact: (phone, email) => {
    if (phone === null && email === null) return 'Responda a esta carta.'
    if (phone === null) return `Escriba a ${email}.`
    return email === null ? `Llame al ${phone}.` : `Llame al ${phone} o escriba a ${email}.`
  },
}
