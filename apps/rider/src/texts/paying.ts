import type { Language } from './say.ts'

/** What is said of adding cards and of rides that are not paid; apart from other texts, as it is not there on a first visit. */
type PayingTexts = {
  add: string
  added: string
  name: string
  number: string
  expiry: string
  security_code: string
  save_card: string
  test_only: string
  name_missing: string
  number_wrong: string
  expiry_wrong: string
  security_code_wrong: string
  no_setup: string
  silent: string
  stays_there: string
  not_paid: string
  payment: string
  failed: (price: string) => string
  until_paid: string
  bank_asks: string
  confirm: string
  not_confirmed: string
  other_card: string
  which_card: string
  pay: (price: string) => string
  under_way: string
  paid: (price: string) => string
  unpaid_ride: (day: string, price: string) => string
  to_ride: string
  no_card_now: (day: string) => string
}

export const payingTexts: Readonly<Record<Language, PayingTexts>> = {
  en: {
    add: 'Add a card',
    added: 'The card is added.',
    name: 'Name on the card',
    number: 'Card number',
    expiry: 'Valid until (month / year)',
    security_code: 'Security code',
    save_card: 'Save card',
    test_only: 'This is a demonstration. It takes test cards only, such as 4242 4242 4242 4242.',
    name_missing: 'Please enter the name on the card',
    number_wrong: 'Please check the card number',
    expiry_wrong: 'Please check until when the card is valid',
    security_code_wrong: 'Please check the security code',
    no_setup: 'A card cannot be added now.',
    silent: 'The card provider cannot be reached. Check your signal and try again.',
    stays_there: 'What you enter here goes to the card provider alone.',
    not_paid: 'This ride is not paid yet',
    payment: 'Payment',
    failed: (price) => `Your card could not be charged ${price}.`,
    until_paid: 'Until it is paid, you cannot book rides by card. You can pay for them in other ways.',
    bank_asks: 'Your bank wants you to confirm the payment.',
    confirm: 'Confirm with my bank',
    not_confirmed: 'Your bank has not confirmed the payment.',
    other_card: 'Pay with another card',
    which_card: 'Which card?',
    pay: (price) => `Pay ${price}`,
    under_way: 'Your payment is under way. This takes a moment.',
    paid: (price) => `Thank you, ${price} is paid.`,
    unpaid_ride: (day, price) => `Your ride of ${day} is not paid yet: your card could not be charged ${price}.`,
    to_ride: 'Pay for the ride',
    no_card_now: (day) => `The ride of ${day} is not paid yet. Until it is, you cannot pay by card.`,
  },
  de: {
    add: 'Karte hinzufügen',
    added: 'Die Karte ist hinzugefügt.',
    name: 'Name auf der Karte',
    number: 'Kartennummer',
    expiry: 'Gültig bis (Monat / Jahr)',
    security_code: 'Prüfnummer',
    save_card: 'Karte speichern',
    test_only: 'Dies ist eine Vorführung. Sie nimmt nur Testkarten an, etwa 4242 4242 4242 4242.',
    name_missing: 'Bitte geben Sie den Namen auf der Karte ein',
    number_wrong: 'Bitte prüfen Sie die Kartennummer',
    expiry_wrong: 'Bitte prüfen Sie, bis wann die Karte gültig ist',
    security_code_wrong: 'Bitte prüfen Sie die Prüfnummer',
    no_setup: 'Zurzeit kann keine Karte hinzugefügt werden.',
    silent: 'Der Kartenanbieter ist nicht erreichbar. Prüfen Sie Ihr Netz, und versuchen Sie es noch einmal.',
    stays_there: 'Was Sie hier eingeben, geht allein an den Kartenanbieter.',
    not_paid: 'Diese Fahrt ist noch nicht bezahlt',
    payment: 'Zahlung',
    failed: (price) => `${price} konnten nicht von Ihrer Karte abgebucht werden.`,
    until_paid: 'Bis sie bezahlt ist, können Sie keine Fahrten mit Karte buchen. Andere Zahlungsarten bleiben möglich.',
    bank_asks: 'Ihre Bank möchte, dass Sie die Zahlung bestätigen.',
    confirm: 'Bei meiner Bank bestätigen',
    not_confirmed: 'Ihre Bank hat die Zahlung nicht bestätigt.',
    other_card: 'Mit einer anderen Karte zahlen',
    which_card: 'Welche Karte?',
    pay: (price) => `${price} zahlen`,
    under_way: 'Ihre Zahlung ist unterwegs. Das dauert einen Moment.',
    paid: (price) => `Danke, ${price} sind bezahlt.`,
    unpaid_ride: (day, price) =>
      `Ihre Fahrt am ${day} ist noch nicht bezahlt: ${price} konnten nicht von Ihrer Karte abgebucht werden.`,
    to_ride: 'Fahrt bezahlen',
    no_card_now: (day) => `Die Fahrt am ${day} ist noch nicht bezahlt. Bis dahin können Sie nicht mit Karte zahlen.`,
  },
  es: {
    add: 'Añadir una tarjeta',
    added: 'La tarjeta está añadida.',
    name: 'Nombre en la tarjeta',
    number: 'Número de la tarjeta',
    expiry: 'Válida hasta (mes / año)',
    security_code: 'Código de seguridad',
    save_card: 'Guardar la tarjeta',
    test_only: 'Esto es una demostración. Solo acepta tarjetas de prueba, como 4242 4242 4242 4242.',
    name_missing: 'Escriba el nombre que figura en la tarjeta',
    number_wrong: 'Compruebe el número de la tarjeta',
    expiry_wrong: 'Compruebe hasta cuándo es válida la tarjeta',
    security_code_wrong: 'Compruebe el código de seguridad',
    no_setup: 'Ahora no se puede añadir ninguna tarjeta.',
    silent: 'No se puede contactar con el proveedor de tarjetas. Compruebe su señal e inténtelo de nuevo.',
    stays_there: 'Lo que escribe aquí va solo al proveedor de tarjetas.',
    not_paid: 'Este viaje aún no está pagado',
    payment: 'Pago',
    failed: (price) => `No se pudo cobrar ${price} a su tarjeta.`,
    until_paid: 'Hasta que esté pagado, no puede reservar viajes con tarjeta. Puede pagarlos de otras formas.',
    bank_asks: 'Su banco quiere que confirme el pago.',
    confirm: 'Confirmar con mi banco',
    not_confirmed: 'Su banco no ha confirmado el pago.',
    other_card: 'Pagar con otra tarjeta',
    which_card: '¿Qué tarjeta?',
    pay: (price) => `Pagar ${price}`,
    under_way: 'Su pago está en curso. Tarda un momento.',
    paid: (price) => `Gracias, ${price} está pagado.`,
    unpaid_ride: (day, price) => `Su viaje del ${day} aún no está pagado: no se pudo cobrar ${price} a su tarjeta.`,
    to_ride: 'Pagar el viaje',
    no_card_now: (day) => `El viaje del ${day} aún no está pagado. Hasta entonces no puede pagar con tarjeta.`,
  },
}
