import type { MessageLanguage, PaymentMethodName } from '@ambit/contract'

type Texts = Record<
  | 'title'
  | 'passenger'
  | 'from'
  | 'to'
  | 'begun'
  | 'ended'
  | 'people'
  | 'fare'
  | 'reduction'
  | 'total'
  | 'payment'
  | 'free'
  | 'waived'
  | 'paid'
  | 'due'
  | 'refunded'
  | 'pages',
  string
> & { methods: Record<PaymentMethodName, string> }

const cards = { opalcard: 'Opal card', metrocard: 'Metrocard', myki: 'myki' }

/** What a receipt says besides its figures. */
export const receiptTexts: Readonly<Record<MessageLanguage, Texts>> = {
  en: {
    title: 'Receipt',
    passenger: 'Passenger',
    from: 'From',
    to: 'To',
    begun: 'Picked up',
    ended: 'Arrived',
    people: 'People',
    fare: 'Fare',
    reduction: 'Reduction',
    total: 'Price',
    payment: 'Payment',
    free: 'Nothing to pay',
    waived: 'The fare was waived',
    paid: 'paid',
    due: 'to be paid',
    refunded: 'refunded',
    pages: 'page {n} of {count}',
    methods: { cash: 'Cash', card: 'Card', ...cards },
  },
  de: {
    title: 'Beleg',
    passenger: 'Fahrgast',
    from: 'Von',
    to: 'Nach',
    begun: 'Einstieg',
    ended: 'Ankunft',
    people: 'Personen',
    fare: 'Fahrpreis',
    reduction: 'Ermäßigung',
    total: 'Preis',
    payment: 'Zahlung',
    free: 'Nichts zu zahlen',
    waived: 'Der Fahrpreis wurde erlassen',
    paid: 'bezahlt',
    due: 'noch zu zahlen',
    refunded: 'erstattet',
    pages: 'Seite {n} von {count}',
    methods: { cash: 'Bar', card: 'Karte', ...cards },
  },
  es: {
    title: 'Recibo',
    passenger: 'Pasajero',
    from: 'Desde',
    to: 'Hasta',
    begun: 'Subida',
    ended: 'Llegada',
    people: 'Personas',
    fare: 'Tarifa',
    reduction: 'Descuento',
    total: 'Precio',
    payment: 'Pago',
    free: 'Nada que pagar',
    waived: 'No se cobró el precio',
    paid: 'pagado',
    due: 'por pagar',
    refunded: 'devuelto',
    pages: 'página {n} de {count}',
    methods: { cash: 'Efectivo', card: 'Tarjeta', ...cards },
  },
}
