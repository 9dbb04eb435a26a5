import type { MessageTexts } from './message-texts.ts'

export const es: MessageTexts = {
  booking_confirmed: {
    subject: 'Su viaje del {{pickup_day}} está reservado',
    email: `Buenos días:

Su viaje está reservado.

Recogida: {{pickup_window}}, {{pickup_place}}
Llegada: {{dropoff_window}}, {{dropoff_place}}
Precio: {{price}}
Otros viajes de este recorrido: {{other_legs}}

Siga o cancele su viaje: {{link}}

¿Preguntas? Llame al {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Su viaje está reservado. Recogida {{pickup_window}}, {{pickup_place}}.
{{link}}`,
  },
  booking_changed: {
    subject: 'Su viaje del {{pickup_day}} ha cambiado',
    email: `Buenos días:

Su viaje ha cambiado.

Recogida ahora: {{pickup_window}}, {{pickup_place}}
Recogida antes: {{was_window}}, {{was_place}}
Llegada ahora: {{dropoff_window}}, {{dropoff_place}}
Precio: {{price}}

Siga o cancele su viaje: {{link}}

¿Preguntas? Llame al {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Su viaje ha cambiado. Recogida ahora {{pickup_window}}, {{pickup_place}}.
Antes: {{was_window}}, {{was_place}}.
{{link}}`,
  },
  reminder: {
    subject: 'Su viaje de mañana',
    email: `Buenos días:

Le recordamos su viaje de mañana.

Recogida: {{pickup_window}}, {{pickup_place}}
Llegada: {{dropoff_window}}, {{dropoff_place}}
Precio: {{price}}

Siga o cancele su viaje: {{link}}

¿Preguntas? Llame al {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Su viaje de mañana: recogida {{pickup_window}}, {{pickup_place}}.
{{link}}`,
  },
  vehicle_on_its_way: {
    subject: 'Su vehículo está en camino',
    email: `Buenos días:

Su vehículo está en camino a {{pickup_place}}.

Hora prevista: {{expected_time}}
Vehículo: {{vehicle}}

Siga o cancele su viaje: {{link}}

¿Preguntas? Llame al {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Su vehículo está en camino a {{pickup_place}}.
Hora: {{expected_time}}.
Vehículo: {{vehicle}}.
{{link}}`,
  },
  running_late: {
    subject: 'Su recogida tiene otra hora',
    email: `Buenos días:

La hora de su recogida en {{pickup_place}} ha cambiado.

Hora prevista ahora: {{expected_time}}
Reservado: {{pickup_window}}
Vehículo: {{vehicle}}

Siga o cancele su viaje: {{link}}

¿Preguntas? Llame al {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Su recogida en {{pickup_place}} tiene otra hora.
Hora prevista ahora: {{expected_time}}.
{{link}}`,
  },
  arriving: {
    subject: 'Su vehículo llegará en pocos minutos',
    email: `Buenos días:

Su vehículo llegará a {{pickup_place}} en pocos minutos. Por favor, esté preparado.

Hora prevista: {{expected_time}}
Vehículo: {{vehicle}}

Siga o cancele su viaje: {{link}}

¿Preguntas? Llame al {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Su vehículo llega pronto a {{pickup_place}}.
Hora: {{expected_time}}.
Vehículo: {{vehicle}}.
{{link}}`,
  },
  arrived: {
    subject: 'Su vehículo ha llegado',
    email: `Buenos días:

Su vehículo espera en {{pickup_place}}.

Espera hasta las {{wait_until}}.
Vehículo: {{vehicle}}

Siga o cancele su viaje: {{link}}

¿Preguntas? Llame al {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Su vehículo espera en {{pickup_place}}.
Espera hasta las {{wait_until}}.
Vehículo: {{vehicle}}.
{{link}}`,
  },
  no_show_recorded: {
    subject: 'No le encontramos en su recogida',
    email: `Buenos días:

El conductor no le encontró en {{pickup_place}} y tuvo que seguir. La reserva de {{pickup_window}} se ha cerrado.

¿No es correcto? Díganoslo, por favor.
Teléfono: {{region_phone}}

{{service}}`,
    sms: `{{service}}: El conductor no le encontró en {{pickup_place}}, {{pickup_window}}.
¿No es correcto? Llame al {{region_phone}}.`,
  },
  cancelled_by_passenger: {
    subject: 'Su viaje del {{pickup_day}} está anulado',
    email: `Buenos días:

Su viaje está anulado, como pidió.

Era: {{pickup_window}}, {{pickup_place}}

¿Preguntas? Llame al {{region_phone}}.
{{service}}`,
    sms: '{{service}}: Su viaje de {{pickup_window}}, {{pickup_place}}, está anulado, como pidió.',
  },
  cancelled_by_operator: {
    subject: 'Tenemos que anular su viaje del {{pickup_day}}',
    email: `Buenos días:

Lo sentimos: tenemos que anular su viaje, porque el vehículo previsto no puede venir y no hay otro libre.

Era: {{pickup_window}}, {{pickup_place}}
Reserve otra hora o llámenos y la buscamos con usted.
Teléfono: {{region_phone}}

{{service}}`,
    sms: `{{service}}: Lo sentimos: anulamos su viaje de {{pickup_window}}, {{pickup_place}}: ningún vehículo puede venir.
Para otra hora llame al {{region_phone}}.`,
  },
  not_served: {
    subject: 'Ningún vehículo puede venir para su viaje del {{pickup_day}}',
    email: `Buenos días:

Lo sentimos: no quedaba ningún vehículo que pudiera llevarle.

Era: {{pickup_window}}, {{pickup_place}}
Reserve otra hora o llámenos y la buscamos con usted.
Teléfono: {{region_phone}}

{{service}}`,
    sms: `{{service}}: Lo sentimos: ningún vehículo puede venir para su viaje de {{pickup_window}}, {{pickup_place}}.
Para reservar otra hora llame al {{region_phone}}.`,
  },
  receipt: {
    subject: 'Recibo de su viaje del {{pickup_day}}',
    email: `Buenos días:

Gracias por viajar con nosotros.

De: {{pickup_place}}
A: {{dropoff_place}}
Reserva: {{booking}}
Precio: {{price}}

¿Preguntas? Llame al {{region_phone}}.
{{service}}`,
    sms: '{{service}}: Gracias por viajar con nosotros. Su viaje del {{pickup_day}}: {{price}}.',
  },
  feedback_request: {
    subject: '¿Cómo fue su viaje?',
    email: `Buenos días:

¿Cómo fue su viaje del {{pickup_day}}? Cuéntenoslo en la aplicación, en Mis viajes.

De: {{pickup_place}}
A: {{dropoff_place}}

¿Preguntas? Llame al {{region_phone}}.
{{service}}`,
    sms: '{{service}}: ¿Cómo fue su viaje del {{pickup_day}}? Cuéntenoslo en la aplicación, en Mis viajes.',
  },
  service_notice: {
    subject: 'Aviso sobre el servicio',
    email: `Buenos días:

{{notice}}

Su viaje: {{pickup_window}}, {{pickup_place}}

¿Preguntas? Llame al {{region_phone}}.
{{service}}`,
    sms: '{{service}}: {{notice}}',
  },
  lost_item: {
    subject: 'Sobre lo que ha perdido',
    email: `Hola:

hay novedades sobre lo que perdió en su viaje del {{pickup_day}}.

{{lost_item}}: {{lost_state}}
Vehículo: {{vehicle}}

¿Preguntas? Llame al {{region_phone}}.
{{service}}`,
    sms: '{{service}}: Lo que ha perdido ({{lost_item}}): {{lost_state}}.',
  },
  payment_failed: {
    subject: 'Su viaje del {{pickup_day}} aún no está pagado',
    email: `Hola:

no se pudo cobrar su viaje del {{pickup_day}} a su tarjeta.

Desde: {{pickup_place}}
Hasta: {{dropoff_place}}
Reserva: {{booking}}
A pagar: {{price}}

Confirme con su banco o pague con otra tarjeta. Para ello, inicie sesión: {{link}}
Hasta que esté pagado, no puede reservar viajes con tarjeta. Puede pagarlos de otras formas.

¿Preguntas? Llame al {{region_phone}}.
{{service}}`,
    sms: '{{service}}: No se pudo cobrar a su tarjeta su viaje del {{pickup_day}} ({{price}}). Para pagar: {{link}}',
  },
}
