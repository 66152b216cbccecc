/**
 * Loaded before the product (`NODE_OPTIONS=--import=…`), whose clock then differs from the machine's by CLOCK_OFFSET_MS:
 * no reminder leaves at night, and tests run at any hour.
 */
const offset = Number(process.env.CLOCK_OFFSET_MS);
const MachineDate = Date;
globalThis.Date = new Proxy(MachineDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [MachineDate.now() + offset] : values, newTarget),
  get: (target, name, receiver) =>
    name === 'now' ? () => MachineDate.now() + offset : Reflect.get(target, name, receiver),
});
