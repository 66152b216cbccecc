import { z } from 'zod';

// By default zod tries whether it may compile code, which the content policy forbids and the browser reports. The build
// imports this before every schema (vite.config.ts), because a schema tries it when it is made.
z.config({ jitless: true });
