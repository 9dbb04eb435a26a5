-- What the discount took off when the booking was sold: the code may be edited or deleted since.
alter table service_requests
  add column discount_type text check (discount_type in ('percentage_off', 'amount_off', 'total_off')),
  add column discount_amount numeric(8, 2),
  add check ((discount_type is null) = (discount_amount is null));
alter table service_requests disable trigger user;
update service_requests r set discount_type = d.discount_type, discount_amount = d.discount_amount
  from discounts d where d.id = r.discount_id;
alter table service_requests enable trigger user;
