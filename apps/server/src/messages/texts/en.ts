import type { MessageTexts } from './message-texts.ts'

export const en: MessageTexts = {
  booking_confirmed: {
    subject: 'Your ride on {{pickup_day}} is booked',
    email: `Hello,

Your ride is booked.

Pick-up: {{pickup_window}}, {{pickup_place}}
Drop-off: {{dropoff_window}}, {{dropoff_place}}
Price: {{price}}
Other rides of this journey: {{other_legs}}

Follow or cancel your ride: {{link}}

Questions? Call {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Your ride is booked. Pick-up {{pickup_window}}, {{pickup_place}}.
{{link}}`,
  },
  booking_changed: {
    subject: 'Your ride on {{pickup_day}} has changed',
    email: `Hello,

Your ride has changed.

Pick-up now: {{pickup_window}}, {{pickup_place}}
Pick-up before: {{was_window}}, {{was_place}}
Drop-off now: {{dropoff_window}}, {{dropoff_place}}
Price: {{price}}

Follow or cancel your ride: {{link}}

Questions? Call {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Your ride has changed. Pick-up now {{pickup_window}}, {{pickup_place}}.
Before: {{was_window}}, {{was_place}}.
{{link}}`,
  },
  reminder: {
    subject: 'Your ride tomorrow',
    email: `Hello,

This is a reminder of your ride tomorrow.

Pick-up: {{pickup_window}}, {{pickup_place}}
Drop-off: {{dropoff_window}}, {{dropoff_place}}
Price: {{price}}

Follow or cancel your ride: {{link}}

Questions? Call {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Your ride tomorrow: pick-up {{pickup_window}}, {{pickup_place}}.
{{link}}`,
  },
  vehicle_on_its_way: {
    subject: 'Your vehicle is on its way',
    email: `Hello,

Your vehicle is on its way to {{pickup_place}}.

Expected: {{expected_time}}
Vehicle: {{vehicle}}

Follow or cancel your ride: {{link}}

Questions? Call {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Your vehicle is on its way to {{pickup_place}}.
Expected: {{expected_time}}.
Vehicle: {{vehicle}}.
{{link}}`,
  },
  running_late: {
    subject: 'Your pick-up has another time',
    email: `Hello,

The time of your pick-up at {{pickup_place}} has changed.

Now expected: {{expected_time}}
Booked: {{pickup_window}}
Vehicle: {{vehicle}}

Follow or cancel your ride: {{link}}

Questions? Call {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Your pick-up at {{pickup_place}} has another time.
Now expected: {{expected_time}}.
{{link}}`,
  },
  arriving: {
    subject: 'Your vehicle will be there in a few minutes',
    email: `Hello,

Your vehicle will be at {{pickup_place}} in a few minutes. Please be ready.

Expected: {{expected_time}}
Vehicle: {{vehicle}}

Follow or cancel your ride: {{link}}

Questions? Call {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Your vehicle will be at {{pickup_place}} in a few minutes.
Expected: {{expected_time}}.
Vehicle: {{vehicle}}.
{{link}}`,
  },
  arrived: {
    subject: 'Your vehicle is there',
    email: `Hello,

Your vehicle is waiting at {{pickup_place}}.

It waits until {{wait_until}}.
Vehicle: {{vehicle}}

Follow or cancel your ride: {{link}}

Questions? Call {{region_phone}}.
{{service}}`,
    sms: `{{service}}: Your vehicle is waiting at {{pickup_place}}.
It waits until {{wait_until}}.
Vehicle: {{vehicle}}.
{{link}}`,
  },
  no_show_recorded: {
    subject: 'You were not met at your pick-up',
    email: `Hello,

The driver did not meet you at {{pickup_place}} and had to go on. The booking of {{pickup_window}} was closed.

Is this not right? Please tell us.
Phone: {{region_phone}}

{{service}}`,
    sms: `{{service}}: The driver did not meet you at {{pickup_place}}, {{pickup_window}}.
Not right? Call {{region_phone}}.`,
  },
  cancelled_by_passenger: {
    subject: 'Your ride on {{pickup_day}} is cancelled',
    email: `Hello,

Your ride is cancelled, as you asked.

It was: {{pickup_window}}, {{pickup_place}}

Questions? Call {{region_phone}}.
{{service}}`,
    sms: '{{service}}: Your ride of {{pickup_window}}, {{pickup_place}}, is cancelled, as you asked.',
  },
  cancelled_by_operator: {
    subject: 'We have to cancel your ride on {{pickup_day}}',
    email: `Hello,

We are sorry: we have to cancel your ride, because the vehicle that was planned for it cannot come and no other one is free.

It was: {{pickup_window}}, {{pickup_place}}
Please book another time, or call us and we look for one with you.
Phone: {{region_phone}}

{{service}}`,
    sms: `{{service}}: Sorry: we have to cancel your ride of {{pickup_window}}, {{pickup_place}}: no vehicle can come.
To book another time call {{region_phone}}.`,
  },
  not_served: {
    subject: 'No vehicle can come for your ride on {{pickup_day}}',
    email: `Hello,

We are sorry: no vehicle was left that could take you.

It was: {{pickup_window}}, {{pickup_place}}
Please book another time, or call us and we look for one with you.
Phone: {{region_phone}}

{{service}}`,
    sms: `{{service}}: Sorry: no vehicle can come for your ride of {{pickup_window}}, {{pickup_place}}.
To book another time call {{region_phone}}.`,
  },
  receipt: {
    subject: 'Receipt for your ride on {{pickup_day}}',
    email: `Hello,

Thank you for riding with us.

From: {{pickup_place}}
To: {{dropoff_place}}
Booking: {{booking}}
Price: {{price}}

Questions? Call {{region_phone}}.
{{service}}`,
    sms: '{{service}}: Thank you for riding with us. Your ride of {{pickup_day}}: {{price}}.',
  },
  feedback_request: {
    subject: 'How was your ride?',
    email: `Hello,

How was your ride on {{pickup_day}}? Please tell us in the app, under My rides.

From: {{pickup_place}}
To: {{dropoff_place}}

Questions? Call {{region_phone}}.
{{service}}`,
    sms: '{{service}}: How was your ride on {{pickup_day}}? Please tell us in the app, under My rides.',
  },
  service_notice: {
    subject: 'About the service',
    email: `Hello,

{{notice}}

Your ride: {{pickup_window}}, {{pickup_place}}

Questions? Call {{region_phone}}.
{{service}}`,
    sms: '{{service}}: {{notice}}',
  },
  lost_item: {
    subject: 'About what you lost',
    email: `Hello,

There is news about what you lost on your ride on {{pickup_day}}.

{{lost_item}}: {{lost_state}}
Vehicle: {{vehicle}}

Questions? Call {{region_phone}}.
{{service}}`,
    sms: '{{service}}: What you lost ({{lost_item}}): {{lost_state}}.',
  },
  payment_failed: {
    subject: 'Your ride on {{pickup_day}} is not paid yet',
    email: `Hello,

Your card could not be charged for your ride on {{pickup_day}}.

From: {{pickup_place}}
To: {{dropoff_place}}
Booking: {{booking}}
To pay: {{price}}

Confirm with your bank, or pay with another card. Please sign in for it: {{link}}
Until it is paid, you cannot book rides by card. You can pay for them in other ways.

Questions? Call {{region_phone}}.
{{service}}`,
    sms: '{{service}}: Your card could not be charged for your ride on {{pickup_day}} ({{price}}). To pay: {{link}}',
  },
}
