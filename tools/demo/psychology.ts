import type { Consultation } from './consultation.ts';

export const PSYCHOLOGY: readonly Consultation[] = [
  {
    reason: 'Primera sesión: ansiedad y crisis de angustia',
    anamnesis:
      'Consulta por crisis de angustia desde hace tres meses, dos veces por semana, con palpitaciones y temor a desmayarse. Evita el transporte público. Sin consumo de sustancias. GAD-7: 15 puntos.\n\nOrientada, colaboradora, sin alteraciones del curso del pensamiento. Sin ideación suicida.',
    diagnoses: ['F41.0'],
    plan: 'Encuadre: sesiones semanales de 60 minutos, 12 sesiones.\nPsicoeducación sobre la crisis de pánico y respiración diafragmática.\nRegistro diario de situaciones y pensamientos.',
  },
  {
    reason: 'Sesión de terapia: exposición gradual',
    anamnesis:
      'Relata una crisis durante la semana, de menor intensidad. Completó el registro cuatro de siete días. Logró viajar tres paraderos en micro acompañada.\n\nGAD-7: 11 puntos.',
    diagnoses: ['F41.1'],
    plan: 'Se avanza en la jerarquía de exposición: viajar sola dos paraderos, tres veces esta semana.\nRevisión de pensamientos automáticos.',
  },
  {
    reason: 'Seguimiento de ánimo depresivo',
    anamnesis:
      'Refiere mejor ánimo y ha retomado las caminatas con una amiga. Persiste despertar precoz. Toma su tratamiento indicado por medicina. PHQ-9: 9 puntos, antes 14.',
    diagnoses: ['F32.0'],
    plan: 'Activación conductual: dos actividades agradables agendadas.\nHigiene del sueño: horario fijo y sin pantallas desde las 22:00.',
  },
  {
    reason: 'Duelo por la muerte de un familiar',
    anamnesis:
      'Fallecimiento del padre hace cuatro meses. Llanto frecuente, culpa por no haber estado presente. Mantiene su trabajo y el cuidado de sus hijos. Buena red de apoyo.',
    diagnoses: ['F43.2'],
    plan: 'Validación del duelo y ritual de despedida con la familia.\nSe invita a escribir una carta que se trabajará en la próxima sesión.',
  },
  {
    reason: 'Estrés laboral',
    anamnesis:
      'Jornadas de diez horas y conflictos con la jefatura. Dolor de cabeza tensional, irritabilidad en casa e insomnio. Considera cambiar de trabajo.',
    diagnoses: ['Z56.6'],
    plan: 'Entrenamiento en comunicación asertiva y pausas durante la jornada.\nSe define junto al consultante qué está y qué no está bajo su control.',
  },
  {
    reason: 'Dificultades de concentración en el colegio',
    anamnesis:
      'Asiste con su madre. El colegio informa distracción y olvido de tareas desde marzo. Duerme seis horas. Buenas relaciones con sus pares.\n\nSe muestra cercano y conversador.',
    diagnoses: ['Evaluación de atención y funciones ejecutivas en curso'],
    plan: 'Se solicita informe al colegio y se aplicará una batería de evaluación en dos sesiones.\nRutina de sueño de nueve horas.',
    ages: [8, 17],
  },
  {
    reason: 'Cierre de proceso',
    anamnesis:
      'Última sesión del proceso de 12 sesiones. Sin crisis en seis semanas. GAD-7: 4 puntos. Reconoce herramientas propias y señales tempranas.',
    diagnoses: ['F41.1'],
    plan: 'Plan de prevención de recaídas por escrito.\nSesión de seguimiento en tres meses.',
  },
];
