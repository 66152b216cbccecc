-- status and expires_at count real payments alone. Payments of the test checkout count only where it is in use: then
-- the plan ends at test_expires_at, counted from both kinds. Null where payments of the test checkout change nothing.
alter table subscriptions add column test_expires_at timestamptz;

-- The plan of each account, with or without the payments of the test checkout.
create function plans(counts_test_payments boolean)
returns table (owner_id uuid, status text, expires_at timestamptz)
language sql stable as $$
  select s.owner_id,
         case when counts_test_payments and s.test_expires_at is not null then 'paid' else s.status end,
         case when counts_test_payments and s.test_expires_at is not null then s.test_expires_at else s.expires_at end
    from subscriptions s
$$;

-- Row-level security is forced on the owner of the tables too. What follows reads and writes the rows of all accounts.
alter table subscriptions no force row level security;
alter table purchases no force row level security;
alter table payments no force row level security;

-- Plans counted so far from both kinds are counted anew, as paidUntil does: each payment adds to what is left when it
-- is credited.
do $$
declare
  plan record;
  payment record;
  paid_until timestamptz;
  tested_until timestamptz;
begin
  for plan in
    select s.owner_id, s.reset_at from subscriptions s
     where not (s.status = 'paid' and s.expires_at is null)
       and exists (select from purchases p where p.owner_id = s.owner_id and p.provider = 'test')
  loop
    paid_until := null;
    tested_until := null;
    for payment in
      select y.credited_at, p.provider,
             case p.subscription_type when 'annual' then interval '12 months' else interval '1 month' end as period
        from payments y
        join purchases p on p.owner_id = y.owner_id and p.id = y.purchase_id
       where y.owner_id = plan.owner_id and y.status = 'approved'
         and (plan.reset_at is null or y.credited_at > plan.reset_at)
       order by y.credited_at, period
    loop
      -- A month is added in UTC, whatever the time zone of the server is.
      tested_until :=
        (greatest(tested_until, payment.credited_at) at time zone 'UTC' + payment.period) at time zone 'UTC';
      if payment.provider <> 'test' then
        paid_until := (greatest(paid_until, payment.credited_at) at time zone 'UTC' + payment.period) at time zone 'UTC';
      end if;
    end loop;
    update subscriptions s
       set status = case when paid_until is null then 'free' else 'paid' end,
           expires_at = paid_until,
           test_expires_at = case when tested_until is distinct from paid_until then tested_until end
     where s.owner_id = plan.owner_id;
  end loop;
end
$$;

alter table subscriptions force row level security;
alter table purchases force row level security;
alter table payments force row level security;

-- What an administrator gave without end has no other end.
alter table subscriptions add constraint subscriptions_without_end
  check (test_expires_at is null or status = 'free' or expires_at is not null);
