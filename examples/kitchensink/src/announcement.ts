// Documented here, answered elsewhere: the application's own middleware reads announcements out (see app.ts).
import { Deprecated, Handler, IncludeOperations, OperationList } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
@Handler(false)
@Deprecated()
@IncludeOperations(OperationList)
export class Announcement {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 200 })
  text!: string;
}
