import { type PointerEvent as ReactPointerEvent, useLayoutEffect, useRef } from 'react';
import type { Appointment } from '#contract/agenda';
import type { AppointmentActions, Slot } from '#web/agenda/appointment-actions.ts';

/** A shorter movement is a click. */
const THRESHOLD = 6;
/** Near the edge of the window the page scrolls, by so many pixels a frame. */
const EDGE = 64;
const SCROLL_STEP = 14;

interface Target extends Slot {
  element: HTMLElement;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The slot of an element; the attribute is absent where nothing can be dropped. */
export const slotAttribute = ({ date, time }: Slot): string => `${date} ${time}`;

/** All slots, measured once: measuring in each frame would force a layout. */
function measureTargets(): Target[] {
  return [...document.querySelectorAll<HTMLElement>('[data-slot]')].map((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [date = '', time = ''] = (element.dataset.slot ?? '').split(' ');
    return { element, date, time, left, right, top: top + scrollY, bottom: bottom + scrollY };
  });
}

/**
 * Drags a card with the mouse or a pen; on touch the same movement scrolls the page. Each frame changes the transform of
 * the card and nothing else, so React does not render and the page is not laid out. `onDrop` tells whether the card is
 * shown in its new slot at once; otherwise it returns.
 */
function startDrag(down: PointerEvent, card: HTMLElement, onDrop: (slot: Slot) => boolean): void {
  if (down.button !== 0 || down.pointerType === 'touch') return;
  const pressed = down.target as Element;
  // React also passes on what happens in a menu that the card has opened elsewhere in the page.
  if (!card.contains(pressed) || pressed.closest('button')) return;
  const controller = new AbortController();
  const listening = { signal: controller.signal };
  const start = { x: down.clientX, y: down.clientY + scrollY };
  const pointer = { x: down.clientX, y: down.clientY };
  let targets: Target[] | undefined;
  let target: Target | undefined;
  let middle = 0;
  let frame = 0;

  const choose = (next: Target | undefined) => {
    if (next === target) return;
    target?.element.removeAttribute('data-drop-target');
    next?.element.setAttribute('data-drop-target', '');
    target = next;
  };
  const begin = () => {
    targets = measureTargets();
    // Half a slot below the top of the card: the slot that the card begins in.
    const slotHeight = Math.min(...targets.map(({ top, bottom }) => bottom - top));
    middle = card.getBoundingClientRect().top + scrollY + slotHeight / 2;
    card.setAttribute('data-dragging', '');
    frame = requestAnimationFrame(draw);
  };
  const draw = () => {
    const top = document.querySelector('header')?.offsetHeight ?? 0;
    if (pointer.y < top + EDGE) scrollBy(0, -SCROLL_STEP);
    else if (pointer.y > innerHeight - EDGE) scrollBy(0, SCROLL_STEP);
    const [x, y] = [pointer.x - start.x, pointer.y + scrollY - start.y];
    card.style.transform = `translate(${x}px, ${y}px)`;
    const at = middle + y;
    // Under the top bar and outside the window there is no slot to be seen.
    const isOverPage = pointer.y >= top && pointer.y < innerHeight;
    const isUnder = ({ left, right, top: from, bottom }: Target) =>
      isOverPage && pointer.x >= left && pointer.x < right && at >= from && at < bottom;
    choose(targets?.find(isUnder));
    frame = requestAnimationFrame(draw);
  };
  const end = (slot: Slot | undefined) => {
    controller.abort();
    cancelAnimationFrame(frame);
    choose(undefined);
    if (!targets) return;
    card.removeAttribute('data-dragging');
    // The click that ends the drag must not follow the link of the card.
    const ignore = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('click', ignore, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', ignore, { capture: true }));
    if (!slot || !onDrop(slot)) card.style.transform = '';
  };

  addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      Object.assign(pointer, { x: clientX, y: clientY });
      if (!targets && Math.hypot(clientX - start.x, clientY + scrollY - start.y) >= THRESHOLD) begin();
    },
    listening,
  );
  addEventListener('pointerup', () => end(target), listening);
  addEventListener('pointercancel', () => end(undefined), listening);
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(undefined), listening);
  for (const own of ['dragstart', 'selectstart']) addEventListener(own, (event) => event.preventDefault(), listening);
}

/** Over everything else while it is dragged. */
export const DRAGGABLE_CLASS =
  'data-dragging:z-30 data-dragging:cursor-grabbing data-dragging:shadow-lift data-dragging:will-change-transform';

/** The props of a card that can be dragged to another slot. */
export function useDraggable(appointment: Appointment, { onDrop }: AppointmentActions) {
  const ref = useRef<HTMLElement>(null);
  const { date, time } = appointment;
  // A dropped card keeps its transform until it is rendered in its new slot, or back in the old one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place of the card.
  useLayoutEffect(() => {
    if (ref.current) ref.current.style.transform = '';
  }, [date, time]);
  const onPointerDown = ({ nativeEvent, currentTarget }: ReactPointerEvent<HTMLElement>) =>
    startDrag(nativeEvent, currentTarget, (slot) => {
      const isSame = slot.date === date && slot.time === time;
      return !isSame && onDrop(appointment, slot);
    });
  return { ref, onPointerDown };
}
