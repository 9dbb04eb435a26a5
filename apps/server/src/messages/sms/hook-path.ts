/** Where Twilio tells what became of an SMS. */
export const TWILIO_HOOK = '/hooks/sms/twilio'
