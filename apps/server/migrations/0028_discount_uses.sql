-- A code may be sold so often; a booking that was cancelled or failed gives its use back.
alter table discounts add column usage_limit integer check (usage_limit > 0);
alter table service_requests add column discount_id integer references discounts on delete set null;
create index service_requests_discount on service_requests (discount_id) where discount_id is not null;
