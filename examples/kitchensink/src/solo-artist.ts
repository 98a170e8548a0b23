// An act of one person.
import { Column, ChildEntity } from 'typeorm';
import { Act } from './act.js';

@ChildEntity('SOLO')
export class SoloArtist extends Act {
  @Column({ length: 40 })
  instrument!: string;
}
