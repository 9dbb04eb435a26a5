import type { MessageTexts } from './message-texts.ts'

export const de: MessageTexts = {
  booking_confirmed: {
    subject: 'Ihre Fahrt am {{pickup_day}} ist gebucht',
    email: `Guten Tag,

Ihre Fahrt ist gebucht.

Abholung: {{pickup_window}}, {{pickup_place}}
Ankunft: {{dropoff_window}}, {{dropoff_place}}
Preis: {{price}}
Weitere Fahrten dieser Reise: {{other_legs}}

Fahrt verfolgen oder absagen: {{link}}

Fragen? Rufen Sie an: {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Ihre Fahrt ist gebucht. Abholung {{pickup_window}}, {{pickup_place}}.
{{link}}`,
  },
  booking_changed: {
    subject: 'Ihre Fahrt am {{pickup_day}} hat sich geändert',
    email: `Guten Tag,

Ihre Fahrt hat sich geändert.

Abholung jetzt: {{pickup_window}}, {{pickup_place}}
Abholung bisher: {{was_window}}, {{was_place}}
Ankunft jetzt: {{dropoff_window}}, {{dropoff_place}}
Preis: {{price}}

Fahrt verfolgen oder absagen: {{link}}

Fragen? Rufen Sie an: {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Ihre Fahrt hat sich geändert. Abholung jetzt {{pickup_window}}, {{pickup_place}}.
Bisher: {{was_window}}, {{was_place}}.
{{link}}`,
  },
  reminder: {
    subject: 'Ihre Fahrt morgen',
    email: `Guten Tag,

Wir erinnern Sie an Ihre Fahrt morgen.

Abholung: {{pickup_window}}, {{pickup_place}}
Ankunft: {{dropoff_window}}, {{dropoff_place}}
Preis: {{price}}

Fahrt verfolgen oder absagen: {{link}}

Fragen? Rufen Sie an: {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Ihre Fahrt morgen: Abholung {{pickup_window}}, {{pickup_place}}.
{{link}}`,
  },
  vehicle_on_its_way: {
    subject: 'Ihr Fahrzeug ist unterwegs',
    email: `Guten Tag,

Ihr Fahrzeug ist unterwegs zu {{pickup_place}}.

Erwartet: {{expected_time}}
Fahrzeug: {{vehicle}}

Fahrt verfolgen oder absagen: {{link}}

Fragen? Rufen Sie an: {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Ihr Fahrzeug ist unterwegs zu {{pickup_place}}.
Erwartet: {{expected_time}}.
Fahrzeug: {{vehicle}}.
{{link}}`,
  },
  running_late: {
    subject: 'Ihre Abholung hat eine andere Zeit',
    email: `Guten Tag,

Die Zeit Ihrer Abholung an {{pickup_place}} hat sich geändert.

Jetzt erwartet: {{expected_time}}
Gebucht: {{pickup_window}}
Fahrzeug: {{vehicle}}

Fahrt verfolgen oder absagen: {{link}}

Fragen? Rufen Sie an: {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Ihre Abholung an {{pickup_place}} hat eine andere Zeit.
Jetzt erwartet: {{expected_time}}.
{{link}}`,
  },
  arriving: {
    subject: 'Ihr Fahrzeug ist in wenigen Minuten da',
    email: `Guten Tag,

Ihr Fahrzeug ist in wenigen Minuten an {{pickup_place}}. Bitte halten Sie sich bereit.

Erwartet: {{expected_time}}
Fahrzeug: {{vehicle}}

Fahrt verfolgen oder absagen: {{link}}

Fragen? Rufen Sie an: {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Ihr Fahrzeug ist in wenigen Minuten an {{pickup_place}}.
Erwartet: {{expected_time}}.
Fahrzeug: {{vehicle}}.
{{link}}`,
  },
  arrived: {
    subject: 'Ihr Fahrzeug ist da',
    email: `Guten Tag,

Ihr Fahrzeug wartet an {{pickup_place}}.

Es wartet bis {{wait_until}}.
Fahrzeug: {{vehicle}}

Fahrt verfolgen oder absagen: {{link}}

Fragen? Rufen Sie an: {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Ihr Fahrzeug wartet an {{pickup_place}}.
Es wartet bis {{wait_until}}.
Fahrzeug: {{vehicle}}.
{{link}}`,
  },
  no_show_recorded: {
    subject: 'Sie wurden bei Ihrer Abholung nicht angetroffen',
    email: `Guten Tag,

Die Fahrerin oder der Fahrer hat Sie an {{pickup_place}} nicht angetroffen und musste weiterfahren. Die Buchung von {{pickup_window}} ist beendet.

Stimmt das nicht? Bitte sagen Sie es uns.
Telefon: {{region_phone}}

{{service}}`,
    sms: `{{service}}: Sie wurden an {{pickup_place}}, {{pickup_window}}, nicht angetroffen.
Stimmt das nicht? Rufen Sie an: {{region_phone}}.`,
  },
  cancelled_by_passenger: {
    subject: 'Ihre Fahrt am {{pickup_day}} ist abgesagt',
    email: `Guten Tag,

Ihre Fahrt ist wie gewünscht abgesagt.

Sie war: {{pickup_window}}, {{pickup_place}}

Fragen? Rufen Sie an: {{region_phone}}.
{{service}}`,
    sms: '{{service}}: Ihre Fahrt {{pickup_window}}, {{pickup_place}}, ist wie gewünscht abgesagt.',
  },
  cancelled_by_operator: {
    subject: 'Wir müssen Ihre Fahrt am {{pickup_day}} absagen',
    email: `Guten Tag,

Es tut uns leid: Wir müssen Ihre Fahrt absagen, weil das geplante Fahrzeug nicht kommen kann und kein anderes frei ist.

Sie war: {{pickup_window}}, {{pickup_place}}
Bitte buchen Sie eine andere Zeit oder rufen Sie uns an. Wir suchen mit Ihnen eine.
Telefon: {{region_phone}}

{{service}}`,
    sms: `{{service}}: Es tut uns leid: Ihre Fahrt {{pickup_window}}, {{pickup_place}}, fällt aus, kein Fahrzeug kann kommen.
Andere Zeit buchen: {{region_phone}}.`,
  },
  not_served: {
    subject: 'Für Ihre Fahrt am {{pickup_day}} kann kein Fahrzeug kommen',
    email: `Guten Tag,

Es tut uns leid: Es war kein Fahrzeug mehr da, das Sie fahren konnte.

Sie war: {{pickup_window}}, {{pickup_place}}
Bitte buchen Sie eine andere Zeit oder rufen Sie uns an. Wir suchen mit Ihnen eine.
Telefon: {{region_phone}}

{{service}}`,
    sms: `{{service}}: Es tut uns leid: Für Ihre Fahrt {{pickup_window}}, {{pickup_place}}, kann kein Fahrzeug kommen.
Andere Zeit buchen: {{region_phone}}.`,
  },
  receipt: {
    subject: 'Quittung für Ihre Fahrt am {{pickup_day}}',
    email: `Guten Tag,

Danke, dass Sie mit uns gefahren sind.

Von: {{pickup_place}}
Nach: {{dropoff_place}}
Buchung: {{booking}}
Preis: {{price}}

Fragen? Rufen Sie an: {{region_phone}}.
{{service}}`,
    sms: '{{service}}: Danke, dass Sie mit uns gefahren sind. Ihre Fahrt am {{pickup_day}}: {{price}}.',
  },
  feedback_request: {
    subject: 'Wie war Ihre Fahrt?',
    email: `Guten Tag,

wie war Ihre Fahrt am {{pickup_day}}? Bitte sagen Sie es uns in der App unter Meine Fahrten.

Von: {{pickup_place}}
Nach: {{dropoff_place}}

Fragen? Rufen Sie an: {{region_phone}}.
{{service}}`,
    sms: '{{service}}: Wie war Ihre Fahrt am {{pickup_day}}? Bitte sagen Sie es uns in der App unter Meine Fahrten.',
  },
  service_notice: {
    subject: 'Hinweis zum Betrieb',
    email: `Guten Tag,

{{notice}}

Ihre Fahrt: {{pickup_window}}, {{pickup_place}}

Fragen? Rufen Sie an: {{region_phone}}.
{{service}}`,
    sms: '{{service}}: {{notice}}',
  },
  lost_item: {
    subject: 'Zu Ihrem Fundgegenstand',
    email: `Guten Tag,

es gibt Neues zu dem, was Sie bei Ihrer Fahrt am {{pickup_day}} verloren haben.

{{lost_item}}: {{lost_state}}
Fahrzeug: {{vehicle}}

Fragen? Rufen Sie an: {{region_phone}}.
{{service}}`,
    sms: '{{service}}: Ihr verlorener Gegenstand ({{lost_item}}): {{lost_state}}.',
  },
  payment_failed: {
    subject: 'Ihre Fahrt am {{pickup_day}} ist noch nicht bezahlt',
    email: `Guten Tag,

Ihre Fahrt am {{pickup_day}} konnte nicht von Ihrer Karte abgebucht werden.

Von: {{pickup_place}}
Nach: {{dropoff_place}}
Buchung: {{booking}}
Zu zahlen: {{price}}

Bestätigen Sie bei Ihrer Bank, oder zahlen Sie mit einer anderen Karte. Bitte melden Sie sich dazu an: {{link}}
Bis sie bezahlt ist, können Sie keine Fahrten mit Karte buchen. Andere Zahlungsarten bleiben möglich.

Fragen? Rufen Sie an: {{region_phone}}.
{{service}}`,
    sms: '{{service}}: Ihre Fahrt am {{pickup_day}} ({{price}}) konnte nicht von Ihrer Karte abgebucht werden. Zahlen: {{link}}',
  },
}
